/** The part of the dashboard's answer that the number of waiting cases reads. */
export interface CaseReader {
  admin: { case_count: number } | null
}
