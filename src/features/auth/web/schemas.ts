import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { changePassword, login, registration } from '#features/auth/contract.ts'
import { forgotPassword, resetPassword } from '#features/auth/recovery-contract.ts'
import { passwordsDiffer, required } from '#shared/field-texts.ts'
import type { ChangedPasswords, Credentials, ResetPasswords } from './form-values.ts'
import type { Registration } from './register/registration.ts'

// Schemas of the forms, by the contracts of their calls. A chunk of its own: see `lazyResolver`.

const mismatch = { path: ['confirm_password'], error: passwordsDiffer }

export const loginSchema = standardSchemaResolver<Credentials, unknown, Credentials>(
  z.object({
    email: z.string().check(z.trim(), z.minLength(1, required)),
    password: login.body.shape.password,
  }),
)

export const registrationSchema = standardSchemaResolver<Registration, unknown, Registration>(
  registration.check(z.refine((given) => given.password === given.confirm_password, mismatch)),
)

export const forgotPasswordSchema = standardSchemaResolver<{ email: string }, unknown, { email: string }>(
  forgotPassword.body,
)

const { new_password, confirm_password } = resetPassword.body.shape
export const resetPasswordSchema = standardSchemaResolver<ResetPasswords, unknown, ResetPasswords>(
  z
    .object({ new_password, confirm_password })
    .check(z.refine((given) => given.new_password === given.confirm_password, mismatch)),
)

const { current_password, new_password: next_password } = changePassword.body.shape
export const changePasswordSchema = standardSchemaResolver<ChangedPasswords, unknown, ChangedPasswords>(
  z
    .object({ current_password, new_password: next_password, confirm_password: current_password })
    .check(z.refine((given) => given.new_password === given.confirm_password, mismatch)),
)
