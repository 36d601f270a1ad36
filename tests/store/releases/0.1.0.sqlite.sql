BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('brbxb9jgu54p',1,'{"kind":"opened","at":1794765454851,"game":"welters","version":1,"places":[{"kind":"person","player":"3e43a9697991d68f","name":"Ann"},{"kind":"open"}],"time":{"kind":"none","seconds":12,"increment":0},"host":"3e43a9697991d68f","host_name":"Ann","public":true,"secret":"c223e9a4c06cda7171870685620e3a267d785752188de71b633b9f0b0c4816fa"}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',1,'{"kind":"opened","at":1794765454827,"game":"cublino-contra","version":1,"places":[{"kind":"person","player":"3e43a9697991d68f","name":"Ann"},{"kind":"open"}],"time":{"kind":"clock","seconds":300,"increment":0},"host":"3e43a9697991d68f","host_name":"Ann","secret":"69d045db1cc2056319a274e8e01076c4e6fb8e552b0b5ed49e45a40782e7cf36"}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',2,'{"kind":"joined","at":1794765455196,"cause":"ec6ea0e06f521060/r64","seat":1,"player":"ec6ea0e06f521060","name":"Bob","nonce":"abc"}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',3,'{"kind":"started","at":1794765455196}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',4,'{"kind":"said","at":1794765455199,"cause":"ec6ea0e06f521060/r65","player":"ec6ea0e06f521060","name":"Bob","text":"Hello, Zoë! 🎲"}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',5,'{"kind":"played","at":1794765455200,"cause":"3e43a9697991d68f/r66","seat":0,"action":"c1c2","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',6,'{"kind":"played","at":1794765455202,"cause":"ec6ea0e06f521060/r67","seat":1,"action":"c7c6","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',7,'{"kind":"played","at":1794765455203,"cause":"3e43a9697991d68f/r68","seat":0,"action":"c2b2","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',8,'{"kind":"played","at":1794765455204,"cause":"ec6ea0e06f521060/r69","seat":1,"action":"d7c7","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',9,'{"kind":"played","at":1794765455208,"cause":"3e43a9697991d68f/r70","seat":0,"action":"b2a2","lag":2}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',10,'{"kind":"played","at":1794765455210,"cause":"ec6ea0e06f521060/r71","seat":1,"action":"e7e6","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',11,'{"kind":"played","at":1794765455212,"cause":"3e43a9697991d68f/r72","seat":0,"action":"b1b2","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',12,'{"kind":"played","at":1794765455214,"cause":"ec6ea0e06f521060/r73","seat":1,"action":"b7b6","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',13,'{"kind":"played","at":1794765455216,"cause":"3e43a9697991d68f/r74","seat":0,"action":"e1e2","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',14,'{"kind":"played","at":1794765455218,"cause":"ec6ea0e06f521060/r75","seat":1,"action":"f7f6","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',15,'{"kind":"played","at":1794765455219,"cause":"3e43a9697991d68f/r76","seat":0,"action":"e2f2","lag":1}');
INSERT INTO "events" VALUES('ckwf2x7ebvdm',16,'{"kind":"played","at":1794765455220,"cause":"ec6ea0e06f521060/r77","seat":1,"action":"f6f5","lag":1}');
INSERT INTO "events" VALUES('wbrvyu442a6c',1,'{"kind":"opened","at":1794765454791,"game":"cyberzul","version":1,"places":[{"kind":"person","player":"3e43a9697991d68f","name":"Ann"},{"kind":"open"}],"time":{"kind":"none","seconds":12,"increment":0},"host":"3e43a9697991d68f","host_name":"Ann","public":true,"secret":"2cb172e9648b9c7c2bf38aa800c8535b733fca5223b275cdaa7ddf27392d9824"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',2,'{"kind":"joined","at":1794765454876,"cause":"ec6ea0e06f521060/r0","seat":1,"player":"ec6ea0e06f521060","name":"Bob","nonce":"abc"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',3,'{"kind":"started","at":1794765454876}');
INSERT INTO "events" VALUES('wbrvyu442a6c',4,'{"kind":"said","at":1794765454881,"cause":"ec6ea0e06f521060/r1","player":"ec6ea0e06f521060","name":"Bob","text":"Hello, Zoë! 🎲"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',5,'{"kind":"played","at":1794765454883,"cause":"ec6ea0e06f521060/r2","seat":1,"action":"1 white 5"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',6,'{"kind":"played","at":1794765454884,"cause":"3e43a9697991d68f/r3","seat":0,"action":"5 black floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',7,'{"kind":"played","at":1794765454891,"cause":"ec6ea0e06f521060/r4","seat":1,"action":"4 black 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',8,'{"kind":"played","at":1794765454894,"cause":"3e43a9697991d68f/r5","seat":0,"action":"3 white 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',9,'{"kind":"played","at":1794765454900,"cause":"ec6ea0e06f521060/r6","seat":1,"action":"2 white floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',10,'{"kind":"played","at":1794765454904,"cause":"3e43a9697991d68f/r7","seat":0,"action":"middle blue 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',11,'{"kind":"played","at":1794765454906,"cause":"ec6ea0e06f521060/r8","seat":1,"action":"middle red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',12,'{"kind":"played","at":1794765454908,"cause":"3e43a9697991d68f/r9","seat":0,"action":"middle orange 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',13,'{"kind":"played","at":1794765454911,"cause":"ec6ea0e06f521060/r10","seat":1,"action":"middle black 4"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',14,'{"kind":"played","at":1794765454915,"cause":"3e43a9697991d68f/r11","seat":0,"action":"5 blue 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',15,'{"kind":"played","at":1794765454917,"cause":"ec6ea0e06f521060/r12","seat":1,"action":"2 blue 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',16,'{"kind":"played","at":1794765454919,"cause":"3e43a9697991d68f/r13","seat":0,"action":"4 blue 4"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',17,'{"kind":"played","at":1794765454922,"cause":"ec6ea0e06f521060/r14","seat":1,"action":"1 red 4"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',18,'{"kind":"played","at":1794765454925,"cause":"3e43a9697991d68f/r15","seat":0,"action":"middle red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',19,'{"kind":"played","at":1794765454935,"cause":"ec6ea0e06f521060/r16","seat":1,"action":"middle blue 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',20,'{"kind":"played","at":1794765454951,"cause":"3e43a9697991d68f/r17","seat":0,"action":"middle white 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',21,'{"kind":"played","at":1794765454956,"cause":"ec6ea0e06f521060/r18","seat":1,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',22,'{"kind":"played","at":1794765454958,"cause":"3e43a9697991d68f/r19","seat":0,"action":"3 black 5"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',23,'{"kind":"played","at":1794765454960,"cause":"ec6ea0e06f521060/r20","seat":1,"action":"middle black 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',24,'{"kind":"played","at":1794765454965,"cause":"3e43a9697991d68f/r21","seat":0,"action":"1 red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',25,'{"kind":"played","at":1794765454967,"cause":"ec6ea0e06f521060/r22","seat":1,"action":"5 orange 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',26,'{"kind":"played","at":1794765454971,"cause":"3e43a9697991d68f/r23","seat":0,"action":"3 orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',27,'{"kind":"played","at":1794765454976,"cause":"ec6ea0e06f521060/r24","seat":1,"action":"2 blue 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',28,'{"kind":"played","at":1794765454979,"cause":"3e43a9697991d68f/r25","seat":0,"action":"4 red 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',29,'{"kind":"played","at":1794765454982,"cause":"ec6ea0e06f521060/r26","seat":1,"action":"middle blue 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',30,'{"kind":"played","at":1794765454990,"cause":"3e43a9697991d68f/r27","seat":0,"action":"middle black 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',31,'{"kind":"played","at":1794765454995,"cause":"ec6ea0e06f521060/r28","seat":1,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',32,'{"kind":"played","at":1794765454999,"cause":"3e43a9697991d68f/r29","seat":0,"action":"middle red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',33,'{"kind":"played","at":1794765455001,"cause":"ec6ea0e06f521060/r30","seat":1,"action":"middle white floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',34,'{"kind":"played","at":1794765455071,"cause":"ec6ea0e06f521060/r31","seat":1,"action":"5 blue 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',35,'{"kind":"played","at":1794765455080,"cause":"3e43a9697991d68f/r32","seat":0,"action":"3 red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',36,'{"kind":"played","at":1794765455088,"cause":"ec6ea0e06f521060/r33","seat":1,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',37,'{"kind":"played","at":1794765455111,"cause":"3e43a9697991d68f/r34","seat":0,"action":"2 blue floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',38,'{"kind":"played","at":1794765455125,"cause":"ec6ea0e06f521060/r35","seat":1,"action":"4 orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',39,'{"kind":"played","at":1794765455128,"cause":"3e43a9697991d68f/r36","seat":0,"action":"middle black floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',40,'{"kind":"played","at":1794765455130,"cause":"ec6ea0e06f521060/r37","seat":1,"action":"1 orange 2"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',41,'{"kind":"played","at":1794765455135,"cause":"3e43a9697991d68f/r38","seat":0,"action":"middle blue floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',42,'{"kind":"played","at":1794765455137,"cause":"ec6ea0e06f521060/r39","seat":1,"action":"middle white floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',43,'{"kind":"played","at":1794765455139,"cause":"3e43a9697991d68f/r40","seat":0,"action":"middle red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',44,'{"kind":"played","at":1794765455141,"cause":"ec6ea0e06f521060/r41","seat":1,"action":"middle black floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',45,'{"kind":"played","at":1794765455142,"cause":"3e43a9697991d68f/r42","seat":0,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',46,'{"kind":"played","at":1794765455145,"cause":"ec6ea0e06f521060/r43","seat":1,"action":"4 white 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',47,'{"kind":"played","at":1794765455147,"cause":"3e43a9697991d68f/r44","seat":0,"action":"2 black 5"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',48,'{"kind":"played","at":1794765455149,"cause":"ec6ea0e06f521060/r45","seat":1,"action":"3 white 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',49,'{"kind":"played","at":1794765455151,"cause":"3e43a9697991d68f/r46","seat":0,"action":"middle white 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',50,'{"kind":"played","at":1794765455153,"cause":"ec6ea0e06f521060/r47","seat":1,"action":"1 red 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',51,'{"kind":"played","at":1794765455156,"cause":"3e43a9697991d68f/r48","seat":0,"action":"5 white 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',52,'{"kind":"played","at":1794765455158,"cause":"ec6ea0e06f521060/r49","seat":1,"action":"middle red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',53,'{"kind":"played","at":1794765455159,"cause":"3e43a9697991d68f/r50","seat":0,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',54,'{"kind":"played","at":1794765455164,"cause":"ec6ea0e06f521060/r51","seat":1,"action":"middle blue floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',55,'{"kind":"played","at":1794765455168,"cause":"3e43a9697991d68f/r52","seat":0,"action":"middle white 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',56,'{"kind":"played","at":1794765455171,"cause":"3e43a9697991d68f/r53","seat":0,"action":"4 orange 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',57,'{"kind":"played","at":1794765455173,"cause":"ec6ea0e06f521060/r54","seat":1,"action":"1 orange 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',58,'{"kind":"played","at":1794765455175,"cause":"3e43a9697991d68f/r55","seat":0,"action":"2 red floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',59,'{"kind":"played","at":1794765455176,"cause":"ec6ea0e06f521060/r56","seat":1,"action":"5 black floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',60,'{"kind":"played","at":1794765455178,"cause":"3e43a9697991d68f/r57","seat":0,"action":"middle red 5"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',61,'{"kind":"played","at":1794765455180,"cause":"ec6ea0e06f521060/r58","seat":1,"action":"middle orange floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',62,'{"kind":"played","at":1794765455181,"cause":"3e43a9697991d68f/r59","seat":0,"action":"3 orange 3"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',63,'{"kind":"played","at":1794765455183,"cause":"ec6ea0e06f521060/r60","seat":1,"action":"middle white 1"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',64,'{"kind":"played","at":1794765455184,"cause":"3e43a9697991d68f/r61","seat":0,"action":"middle red 5"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',65,'{"kind":"played","at":1794765455185,"cause":"ec6ea0e06f521060/r62","seat":1,"action":"middle black floor"}');
INSERT INTO "events" VALUES('wbrvyu442a6c',66,'{"kind":"played","at":1794765455186,"cause":"3e43a9697991d68f/r63","seat":0,"action":"middle blue floor"}');
CREATE TABLE nodes (
	id VARCHAR NOT NULL, 
	seen_at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "nodes" VALUES('00b182f403332d04',1794765455478);
CREATE TABLE places (
	table_id VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	over BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, player)
)
 WITHOUT ROWID

;
INSERT INTO "places" VALUES('brbxb9jgu54p','3e43a9697991d68f',0);
INSERT INTO "places" VALUES('ckwf2x7ebvdm','3e43a9697991d68f',0);
INSERT INTO "places" VALUES('wbrvyu442a6c','3e43a9697991d68f',1);
INSERT INTO "places" VALUES('ckwf2x7ebvdm','ec6ea0e06f521060',0);
INSERT INTO "places" VALUES('wbrvyu442a6c','ec6ea0e06f521060',1);
CREATE TABLE players (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	login VARCHAR, 
	password_hash VARCHAR, 
	created_at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "players" VALUES('3e43a9697991d68f','Ann','ann','$argon2id$v=19$m=65536,t=3,p=4$+MdWa5creN85l3Hi5hQ5EQ$gQkjNYeoFNNINwel1aCz9YGF7Xvb3UUmeWvvEWPdYAk',1794765454508);
INSERT INTO "players" VALUES('ec6ea0e06f521060','Bob',NULL,NULL,1794765454551);
CREATE TABLE records (
	id VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	title VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "records" VALUES('fc2218150b2f0211','3e43a9697991d68f','cublino-pur',2,'Cublino Pur',1794765455283,'{
 "tilora": 1,
 "game": "cublino-pur",
 "version": 1,
 "seats": 2,
 "options": {},
 "seed": "1",
 "position": null,
 "actions": [
  "a1a2",
  "a7a6",
  "b1a1",
  "a6a5",
  "a1a3"
 ],
 "scores": [
  0,
  0
 ],
 "ranks": null,
 "fair": null
}
');
CREATE TABLE results (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	player VARCHAR, 
	name VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	high INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
INSERT INTO "results" VALUES('wbrvyu442a6c',0,'3e43a9697991d68f','Ann','cyberzul',2,0,0,1794765455186);
INSERT INTO "results" VALUES('wbrvyu442a6c',1,'ec6ea0e06f521060','Bob','cyberzul',2,2,2,1794765455186);
CREATE TABLE tables (
	id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	public BOOLEAN NOT NULL, 
	host VARCHAR NOT NULL, 
	open_seats INTEGER NOT NULL, 
	opened_at BIGINT NOT NULL, 
	moved_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	due_at BIGINT, 
	node VARCHAR, 
	summary TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('wbrvyu442a6c',66,'cyberzul','finished',1,'3e43a9697991d68f',0,1794765454791,1794765455186,1794765455186,NULL,'00b182f403332d04','{"game":"cyberzul","seats":2,"options":{},"status":"finished","time":{"kind":"none","seconds":12,"increment":0},"public":true,"watchers":true,"host":"3e43a9697991d68f","host_name":"Ann","open_seats":0,"opened_at":1794765454791,"ended_at":1794765455186,"places":[{"seat":0,"kind":"person","player":"3e43a9697991d68f","name":"Ann","level":null,"score":0,"rank":2,"value":0},{"seat":1,"kind":"person","player":"ec6ea0e06f521060","name":"Bob","level":null,"score":2,"rank":1,"value":2}],"score_seats":2,"earlier":null,"rematch":null}');
INSERT INTO "tables" VALUES('ckwf2x7ebvdm',3,'cublino-contra','running',0,'3e43a9697991d68f',0,1794765454827,1794765455196,NULL,1794765755696,'00b182f403332d04','{"game":"cublino-contra","seats":2,"options":{},"status":"running","time":{"kind":"clock","seconds":300,"increment":0},"public":false,"watchers":true,"host":"3e43a9697991d68f","host_name":"Ann","open_seats":0,"opened_at":1794765454827,"ended_at":null,"places":[{"seat":0,"kind":"person","player":"3e43a9697991d68f","name":"Ann","level":null,"score":null,"rank":null,"value":null},{"seat":1,"kind":"person","player":"ec6ea0e06f521060","name":"Bob","level":null,"score":null,"rank":null,"value":null}],"score_seats":2,"earlier":null,"rematch":null}');
INSERT INTO "tables" VALUES('brbxb9jgu54p',1,'welters','waiting',1,'3e43a9697991d68f',1,1794765454851,1794765454851,NULL,NULL,'00b182f403332d04','{"game":"welters","seats":2,"options":{},"status":"waiting","time":{"kind":"none","seconds":12,"increment":0},"public":true,"watchers":true,"host":"3e43a9697991d68f","host_name":"Ann","open_seats":1,"opened_at":1794765454851,"ended_at":null,"places":[{"seat":0,"kind":"person","player":"3e43a9697991d68f","name":"Ann","level":null,"score":null,"rank":null,"value":null},{"seat":1,"kind":"open","player":null,"name":"","level":null,"score":null,"rank":null,"value":null}],"score_seats":2,"earlier":null,"rematch":null}');
CREATE TABLE tokens (
	hash VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "tokens" VALUES('ce29236c5afda35612ff87bf2e73206c4f14466d7af89d624f3a6f219b49da6e','3e43a9697991d68f',1794765454508);
INSERT INTO "tokens" VALUES('660dbf219601d4e87b1fa865c0efb8303fbc3ea5d206dcdb8c86709002683d83','ec6ea0e06f521060',1794765454551);
INSERT INTO "tokens" VALUES('0edb0ad5b88e24c239fc1793b4d11f5ca2963e081ad4d9323bc968b5c6695775','3e43a9697991d68f',1794765455303);
INSERT INTO "tokens" VALUES('ce14955bb22cd9a88cfc8a38b810a0b23999d3dab4986f109b2826215dcd7b81','ec6ea0e06f521060',1794765455305);
CREATE INDEX tables_lobby ON tables (opened_at, id) WHERE status = 'waiting';
CREATE INDEX tables_finished ON tables (ended_at, id) WHERE status = 'finished';
CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX places_player ON places (player, over);
CREATE INDEX results_high ON results (game, high);
CREATE INDEX results_high_by_seats ON results (game, seats, high);
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX records_player ON records (player, at);
COMMIT;
