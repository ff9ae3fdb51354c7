import { expect, test } from 'vitest'
import { mount } from '../testing/mount.tsx'
import { toast } from '../toasts.ts'
import { Toasts } from './Toasts.tsx'

test.each([
  ['ok', 'Fatto', 'dialog'],
  ['danger', 'Errore', 'alertdialog'],
  ['warn', 'Attenzione', 'dialog'],
  ['info', 'Avviso', 'dialog'],
] as const)('a message (%s) is a dialog with a name, described by its text', async (tone, name, role) => {
  mount(<Toasts />)
  toast('Token copiato', tone)
  await expect.poll(() => document.querySelector(`.toast-${tone}`)?.getAttribute('role')).toBe(role)
  const message = document.querySelector(`.toast-${tone}`)
  expect(message?.getAttribute('aria-label')).toBe(name)
  expect(document.getElementById(message?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Token copiato')
})
