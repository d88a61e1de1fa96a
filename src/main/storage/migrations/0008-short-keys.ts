/** Halves the keyed hashes that find jobs, tasks and cached answers. 128 bits still distinguish a hundred thousand jobs. */
export const shortKeys = `
UPDATE job SET customer_key = substr(customer_key, 1, 16), box_key = substr(box_key, 1, 16);
UPDATE task SET customer_key = substr(customer_key, 1, 16);
UPDATE box_sighting SET box_key = substr(box_key, 1, 16);
`
