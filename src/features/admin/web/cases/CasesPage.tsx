import type { listUsers } from '#features/admin/contract.ts'
import { CasesView } from '#features/integrity/web/admin/CasesView.tsx'
import { send } from '#web/api.ts'
import { ActionList } from './ActionList.tsx'
import { TraderFinder } from './TraderFinder.tsx'

/** The cases of the accounts, with the additions of the list of users and of the audit log. */
export function CasesPage() {
  return (
    <CasesView finder={<TraderFinder />} findUser={findUser} actionsOn={(trader) => <ActionList trader={trader} />} />
  )
}

/** By the whole username, in lower case. Rejects with `ApiError`. */
async function findUser(username: string) {
  const { users } = await send<typeof listUsers>('GET /api/admin/users', { query: { q: username, limit: '50' } })
  return users.find((user) => user.username.toLowerCase() === username)
}
