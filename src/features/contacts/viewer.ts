/** The part of the dashboard's answer that the number of open messages reads. */
export interface InboxReader {
  admin: { open_count: number } | null
}
