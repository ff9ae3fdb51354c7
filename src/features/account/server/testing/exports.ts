import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerAccount } from '../routes.ts'

/** An export as JSON. */
export interface ExportDocument {
  exported_at: string
  data: Record<string, Record<string, unknown>[]>
}

/** Two instances over one database that export accounts. Called at the top of a test file. */
export async function exportScene() {
  const kernel = await testKernel()
  await kernel.outbox.close()
  const app = await testApp(kernel, registerAccount, registerCheckedEa)
  const second = await testApp(kernel, registerAccount, registerCheckedEa)
  const url = '/api/account/export'
  return {
    kernel,
    app,
    second,
    url,
    read: (headers: Record<string, string>, format = 'json', on = app) =>
      on.inject({ url: `${url}?format=${format}`, headers }),
  }
}
