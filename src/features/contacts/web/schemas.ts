import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { contactFields } from '#features/contacts/contract.ts'
import type { Fields } from './ContactForm.tsx'

/** A chunk of its own: see `lazyResolver`. */
export const contacting = standardSchemaResolver<Fields, unknown, Fields>(contactFields)
