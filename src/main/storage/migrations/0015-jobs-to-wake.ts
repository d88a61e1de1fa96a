/**
 * The index that finds when the next waiting job may run. Each save and each end of a job needs this, so it must be quick even with a very
 * long list.
 */
export const jobsToWake = `
CREATE INDEX job_to_wake ON job (connection_id, waits_until) WHERE waits_until IS NOT NULL;
`
