import type { Avatar } from './avatar.ts'

/** The signed-in person, as the frame of every page reads it: a part of the dashboard's answer. The compiler checks the match. */
export interface Viewer {
  trader_id: string
  username: string
  is_admin: boolean
  is_diamond: boolean
  /** Either plan in force gives a place in the ranking. */
  subscription: { access: { leaderboard: boolean } }
  trader_info: { display_name: string; email: string; avatar: Avatar }
}
