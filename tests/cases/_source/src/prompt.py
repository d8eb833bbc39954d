def build(notebook):
    prompt = "Your notes:\n"
    for note in notebook:
        prompt += note.read_text()
    return prompt
