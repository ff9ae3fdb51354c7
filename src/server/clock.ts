/** Time is passed in: the product follows the database's clock, tests and the demonstration inject one. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
}
