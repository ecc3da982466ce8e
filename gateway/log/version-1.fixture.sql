-- An event log of version 1, as the gateway wrote it when refused commands were noted in a table of
-- their own. Never edited: whatever is stored so must stay readable.
PRAGMA application_id = 1178815559;
PRAGMA user_version = 1;
CREATE TABLE connections (visit INTEGER NOT NULL, note TEXT NOT NULL) STRICT;
INSERT INTO "connections" VALUES(1,'{"at":1700000000000,"what":"attach","seq":1,"transport":"websocket","code":null}');
INSERT INTO "connections" VALUES(1,'{"at":1700000000040,"what":"close","seq":4,"transport":"websocket","code":4008}');
CREATE TABLE events (
    visit INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
INSERT INTO "events" VALUES(1,1,161161207,'{"id":"event-00000001","at":1700000000100,"v":1,"scope":"visit","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"VisitStarted","locale":"nl","brand":"foldcast","device":"desktop","noNude":false,"tracking":{"click_id":"member-sanne"}}}');
INSERT INTO "events" VALUES(1,2,1142542658,'{"id":"event-00000002","at":1700000000200,"v":1,"scope":"owner","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"LoggedIn","memberId":"member-sanne","username":"sanne@example.test","verified":true}}');
INSERT INTO "events" VALUES(1,3,3280019746,'{"id":"event-00000003","at":1700000000300,"v":1,"scope":"member","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"MemberLoaded","username":"sanne@example.test","capName":"Sanne-de-Vries","email":"sanne@example.test","verified":true,"endUserText":"call Sanne-de-Vries","lander":null,"showChangeUsername":true}}');
INSERT INTO "events" VALUES(1,4,1002359232,'{"id":"event-00000004","at":1700000000400,"v":1,"scope":"member","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"CreditsChanged","credits":120}}');
INSERT INTO "events" VALUES(1,5,4060791870,'{"id":"event-00000005","at":1700000000500,"v":1,"scope":"visit","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"PaymentSessionOpened","sessionId":"s-secret-1","paymentURL":"https://bank.test/secret"}}');
INSERT INTO "events" VALUES(1,6,900666713,'{"id":"event-00000006","at":1700000000600,"v":1,"scope":"member","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"BundleBought","sessionId":"s-secret-1","bundleId":"b10","credits":600,"amountCents":1000,"transactionId":"s-secret-1-member-sanne"}}');
INSERT INTO "events" VALUES(1,7,131859977,'{"id":"event-00000007","at":1700000000700,"v":1,"scope":"member","src":{"from":"gateway","id":"sanne@example.test"},"cause":"command-1","event":{"_tag":"CreditsChanged","credits":720}}');
INSERT INTO "events" VALUES(2,1,2761548994,'{"id":"event-00000001","at":1700000000000,"v":1,"scope":"member","src":{"from":"member-socket","id":"é \u0000\"\\😀-1"},"event":{"_tag":"CreditsChanged","credits":1}}');
CREATE TABLE facts (
    visit INTEGER NOT NULL,
    n INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
INSERT INTO "facts" VALUES(1,1,948832903,'{"n":1,"after":1,"at":1700000000010,"fact":{"_tag":"WalletOpened"},"storedAt":1700000000000}');
INSERT INTO "facts" VALUES(1,2,456576656,'{"n":2,"after":4,"at":1700000000020,"fact":{"_tag":"BundleChosen","bundleId":"b10"},"storedAt":1700000000000}');
INSERT INTO "facts" VALUES(1,3,1887466233,'{"n":3,"after":4,"at":1700000000030,"fact":{"_tag":"CommandSent","commandId":"command-1","command":"CheckPayment","sessionId":"s-secret-1"},"storedAt":1700000000000}');
CREATE TABLE log (epoch TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;
INSERT INTO "log" VALUES('YyWmlA3Q4H9HLLzB',10);
CREATE TABLE problems (
    reference TEXT NOT NULL,
    at INTEGER NOT NULL,
    label TEXT NOT NULL,
    visit TEXT,
    seq INTEGER NOT NULL
  ) STRICT;
INSERT INTO "problems" VALUES('7K3M-QX9F',1700000000001,'wallet.unavailable','visit-id-first',4);
INSERT INTO "problems" VALUES('0A1B-2C3D',1700000000001,'login.refused','visit-id-second',1);
INSERT INTO "problems" VALUES('9Z9Z-9Z9Z',1700000000001,'stream.refused',NULL,0);
INSERT INTO "problems" VALUES('8Y8Y-8Y8Y',1700000000001,'login.refused','visit-id-forgotten',1);
CREATE TABLE visits (
    no INTEGER PRIMARY KEY,
    visit TEXT NOT NULL,
    epoch TEXT NOT NULL,
    birth TEXT NOT NULL,
    crc INTEGER NOT NULL,
    tab TEXT NOT NULL,
    owner TEXT NOT NULL,
    member TEXT,
    at INTEGER NOT NULL,
    head INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last_event_at INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    damaged INTEGER NOT NULL
  ) STRICT;
INSERT INTO "visits" VALUES(1,'visit-id-first','YyWmlA3Q4H9HLLzB','{"visit":"visit-id-first","tab":"tab-shared","owner":"owner-first","member":null,"locale":"nl","brand":"foldcast","device":"desktop","noNude":false,"tracking":{},"base":"page","at":1700000000000}',1586602492,'tab-shared','owner-first','member-sanne',1700000000000,7,3,1700000000700,0,0);
INSERT INTO "visits" VALUES(2,'visit-id-second','YyWmlA3Q4H9HLLzB','{"visit":"visit-id-second","tab":"tab-second","owner":"owner-second","member":null,"locale":"nl","brand":"foldcast","device":"desktop","noNude":false,"tracking":{},"base":"page","at":1700000000000}',1358256522,'tab-second','owner-second',NULL,1700000000000,1,0,1700000000000,0,0);
CREATE UNIQUE INDEX visits_by_id ON visits (visit);
CREATE INDEX visits_by_tab ON visits (tab);
CREATE INDEX visits_by_owner ON visits (owner);
CREATE INDEX visits_by_member ON visits (member) WHERE member IS NOT NULL;
CREATE UNIQUE INDEX events_by_position ON events (visit, seq);
CREATE UNIQUE INDEX facts_by_number ON facts (visit, n);
CREATE INDEX connections_by_visit ON connections (visit);
CREATE INDEX problems_by_reference ON problems (reference);
CREATE INDEX problems_by_visit ON problems (visit);
