-- Which relay carries a lane of the outbox; the others stand by. It saves them looking: what keeps two of them from
-- carrying an item twice is the item's own lease.
create table relay_lanes (
  lane text primary key,
  -- Name of a relay; null where none has the lane.
  holder text,
  -- A relay says every few seconds that it goes on; one that has not until then has ended, and another takes its place.
  held_until timestamptz not null default '-infinity'
);
insert into relay_lanes (lane) values ('payments'), ('documents'), ('deliveries');
