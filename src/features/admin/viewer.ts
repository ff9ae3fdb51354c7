/** The part of the dashboard's answer that tells whether messages wait to be sent. */
export interface UnsentReader {
  admin: { unsent_count: number } | null
}
