import type { Avatar } from './avatar.ts'

/** Who is signed in, as far as the frame of every page needs to know: a part of the dashboard's answer, held to it by the compiler. */
export interface Viewer {
  trader_id: string
  username: string
  is_admin: boolean
  is_diamond: boolean
  /** Either plan in force gives a place in the ranking. */
  subscription: { access: { leaderboard: boolean } }
  trader_info: { display_name: string; email: string; avatar: Avatar }
}
