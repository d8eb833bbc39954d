# What a contributor does, from an empty folder to a pull request. `test_journey.py` runs it line by line.
# A new collection

recordbook init demo --title "Demo reports"
cd demo
git init --quiet --initial-branch=main
git add --all
git commit --quiet --message "Begin"
recordbook check
recordbook verify

# A system, its report, two records and an annotation

recordbook new system notes --summary "An assistant that keeps notes in plain files." --repository https://github.com/example/notes --revision "$REVISION"
printf '%s\\n' 'unpublished:' '  RT-RTE-turn: The ordinary turn.' >> reports/notes/system.yml
recordbook new report notes MEM --reviewed 2026-11-30
recordbook new record notes MEM-OBJ-note --label Note --summary "A note is one text file." --quote src/notes.py:2-3 --source notes:SRC-1=../notes
recordbook new record notes MEM-OBJ-note
recordbook new record notes MEM-CMP-notebook --label Notebook --summary "One class reads all notes." --quote src/notes.py:10-11 --source notes:SRC-1=../notes --format yml
recordbook new annotation notes RT-RTE-turn --by MEM --quote src/notes.py:6-8 --source notes:SRC-1=../notes
recordbook check --format concise

# Its author answers what is left, and names the records in the report

sed -i '/^  # /d; s/^  identity:$/  identity:   The file `NAME.txt`./' reports/notes/records/MEM-OBJ-note.md
sed -i '/^  # /d; s/^  identity:$/  identity: The class `Notebook`, which reads each MEM-OBJ-note./' reports/notes/records/MEM-CMP-notebook.yml
printf '%s\\n' 'The turn begins with MEM-CMP-notebook.' >> reports/notes/annotations/MEM-on-RT-RTE-turn.md
sed -i 's/^## Write side$/&\\n\\nThe assistant writes MEM-OBJ-note./' reports/notes/memory.md
recordbook check
recordbook fmt --diff
recordbook fmt
recordbook verify notes --source notes:SRC-1=../notes --write
git add --all
git commit --quiet --message "Describe notes"
recordbook diff HEAD~1

# A better name, and another form

recordbook rename notes:MEM-OBJ-note MEM-OBJ-note-file
recordbook convert --to md reports/notes/records/MEM-CMP-notebook.yml
recordbook fmt --check
recordbook check
git add --all
git commit --quiet --message "Name the file"
git status --short
recordbook diff HEAD~1
recordbook diff HEAD~1 --format markdown

# A slip, as its reviewer meets it

sed -i 's/MEM-CMP-notebook/MEM-CMP-notbook/' reports/notes/annotations/MEM-on-RT-RTE-turn.md
recordbook check --changed HEAD
recordbook diff HEAD
