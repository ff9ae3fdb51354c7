import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type * as z from 'zod/mini'
import { contactFields } from '#features/contacts/contract.ts'

export type Fields = z.input<typeof contactFields>

/** A chunk of its own: see `lazyResolver`. */
export const contactSchema = standardSchemaResolver<Fields, unknown, Fields>(contactFields)
