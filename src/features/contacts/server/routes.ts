import type { FastifyInstance } from 'fastify'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getContacts, sendMessage } from '../contract.ts'
import { receiveMessage } from './service.ts'

export function registerContactRoutes(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, getContacts, () => ({ support_email: kernel.config.SUPPORT_EMAIL ?? null }))
  handle(app, kernel, sendMessage, async ({ body, request }) => receiveMessage(kernel, body, request.ip))
}
