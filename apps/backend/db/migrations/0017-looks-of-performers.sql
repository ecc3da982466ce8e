-- What her name looks like (packages/rules/names/look-alike.ts), so that nobody is called as a performer is. Null
-- until the program has filled it: the rule is its own, and is followed anew at each start.
ALTER TABLE performers ADD COLUMN look text COLLATE "C";
CREATE INDEX performers_look ON performers (look);
