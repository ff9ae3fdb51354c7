import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { confirmPassword } from '#features/auth/server/confirmation.ts'
import { confirmSecondFactor } from '#features/auth/server/second-factor/second-factor.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { createStorage } from '#server/files/storage.ts'
import { receiveFile, serveAvatars, takeUploads } from '#server/files/uploads.ts'
import { attachment } from '#server/http/content.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import { IMAGE_BYTES_MAX } from '#shared/files.ts'
import {
  deleteAccount,
  exportAccount,
  getErasure,
  getProfile,
  removeAvatar,
  setAvatar,
  updateProfile,
} from '../contract.ts'
import { avatarAccess, showAvatar, storeAvatar } from './avatars.ts'
import { eraseTrader } from './erasure/erasure.ts'
import { exportOf } from './export/export.ts'
import { adminProtected, lossOf } from './erasure/loss.ts'
import { changeProfile, ownProfile } from './profile.ts'

/** Each is decoded and written three times. */
const uploadLimit = perHour('upload', 30, 'Hai cambiato la foto molte volte nell’ultima ora.')

export function registerAccount(app: FastifyInstance, kernel: Kernel, storage = createStorage(kernel.config)): void {
  handle(app, kernel, getProfile, async ({ session }) => ownProfile(kernel, session.trader_id))
  handle(app, kernel, updateProfile, async ({ body, session, request }) =>
    changeProfile(kernel, actorOf(request, session), body),
  )
  handle(app, kernel, removeAvatar, async ({ session }) => {
    await showAvatar(kernel, storage, session.trader_id, null)
    return { avatar: null }
  })
  handle(app, kernel, exportAccount, async ({ query, session, request, reply }) => {
    const { name, type, stream } = await exportOf(kernel, actorOf(request, session), query.format)
    reply.headers({ 'content-disposition': attachment(name), 'cache-control': 'no-store' })
    return reply.type(type).send(stream)
  })
  handle(app, kernel, getErasure, async ({ session }) => lossOf(kernel, session.trader_id))
  handle(app, kernel, deleteAccount, async ({ body, session, request }) => {
    const { trader_id: traderId } = session
    if (session.is_admin) fail('ADMIN_PROTECTED', { detail: adminProtected })
    const typed = { field: 'password', password: body.password, error: passwordWrong }
    await confirmPassword(kernel, traderId, typed, request.ip)
    await confirmSecondFactor(kernel, traderId, body.totp)
    const { finished, deleted_at, deletion_summary, total_records_deleted } = await eraseTrader(
      kernel,
      traderId,
      actorOf(request, session),
    )
    const message = finished
      ? 'Il tuo account è stato eliminato.'
      : 'Il tuo account è chiuso: i dati vengono eliminati entro pochi minuti.'
    return { message, deleted_at, deletion_summary, total_records_deleted }
  })
  serveAvatars(app, storage, (picture, headers) => avatarAccess(kernel.sql, picture, headers))
  void app.register(async (uploads) => {
    await takeUploads(uploads)
    handle(uploads, kernel, setAvatar, async ({ session, request }) => {
      await countUse(kernel, uploadLimit, { account: session.trader_id })
      const { bytes } = await receiveFile(request, 'file', IMAGE_BYTES_MAX)
      return { avatar: await storeAvatar(kernel, storage, session.trader_id, bytes) }
    })
  })
}
