/**
 * The totals of finished and refused jobs for the fleet's board. `fleet_total`: the count for one day, technician and product, which are
 * sealed together; `is_told`: the hub has the present count. `fleet_counted`: which jobs were counted, and with which outcome.
 */
export const fleetTotals = `
CREATE TABLE fleet_total (
  id      INTEGER PRIMARY KEY,
  day     TEXT NOT NULL,
  done    INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  is_told INTEGER NOT NULL,
  sealed  BLOB NOT NULL
) STRICT;
CREATE INDEX fleet_total_by_day ON fleet_total (day);
CREATE INDEX fleet_total_to_tell ON fleet_total (id) WHERE is_told = 0;
CREATE TABLE fleet_counted (
  job_sequence INTEGER PRIMARY KEY REFERENCES job (sequence),
  total_id     INTEGER NOT NULL,
  outcome      TEXT NOT NULL,
  revision     INTEGER NOT NULL
) STRICT;
CREATE INDEX fleet_counted_by_total ON fleet_counted (total_id);
`
