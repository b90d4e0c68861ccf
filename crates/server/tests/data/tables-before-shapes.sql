-- A file of tables as the last build wrote it that did not number their shapes: a game of two that is under way.
BEGIN TRANSACTION;
CREATE TABLE tables (id TEXT PRIMARY KEY, created INTEGER NOT NULL, card TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO tables VALUES('7c81746bceab3884',1794848852,'{"id":"7c81746bceab3884","game":"blue-gray","scenario":"chattanooga","options":{"attack-effectiveness":"off","movement-quota":"on"},"opening":null,"seats":[{"kind":"me"},{"kind":"friend"}],"keys":{"union":"4086f612a808b5f8c8453cd7101cb12cee364577","confederate":"a1817da1aba1b30cac50d5f79cdfbb03c0e8495c","spectator":"57fe568681b90bbac9f6a6ba53b87d660ed164f3"},"created":1794848852,"fingerprint":"8ed3be97926ffdb5"}');
CREATE TABLE journal (
                 table_id TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (table_id, number)
             ) WITHOUT ROWID;
INSERT INTO journal VALUES('7c81746bceab3884',0,'{"by":"union","action":{"move":"1/2/XV","to":"1307"},"hash":"535b66562db0dc7c"}');
INSERT INTO journal VALUES('7c81746bceab3884',1,'{"by":"union","action":{"move":"2/2/XV","to":"1806"},"hash":"bafcc61968874c06"}');
INSERT INTO journal VALUES('7c81746bceab3884',2,'{"by":"union","action":{"move":"2/2/XVII","to":"1607"},"hash":"1e80ccf2f13d4ea7"}');
INSERT INTO journal VALUES('7c81746bceab3884',3,'{"by":"union","action":{"move":"1/4/XV","to":"1307"},"hash":"45c89f40145fe368"}');
INSERT INTO journal VALUES('7c81746bceab3884',4,'{"undo":"union","hash":"1e80ccf2f13d4ea7"}');
INSERT INTO journal VALUES('7c81746bceab3884',5,'{"by":"union","action":{"end":"movement"},"hash":"c049e1a93ec89732"}');
COMMIT;
