import { PDFDocument } from '@cantoo/pdf-lib'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { browserArgs, findBrowser } from '../../../../../scripts/browser.ts'
import { uploadScene } from '../testing/upload-scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { app, newAuthor, image, pdf } = await uploadScene(kernel)

test('a browser that opens uploads runs none of them', async () => {
  const who = await newAuthor()
  const script = Buffer.from('<script>document.title = "eseguito"</script>')
  const drawn = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const document = await PDFDocument.create()
  document.addPage().drawText('Il metodo')
  const stored = async (answer: ReturnType<typeof image>) => (await answer).json<{ file_url: string }>().file_url
  const picture = await stored(image(who, Buffer.concat([drawn, script])))
  const paper = await stored(pdf(who, Buffer.concat([Buffer.from(await document.save()), script])))

  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ acceptDownloads: true })
  // An unapproved file is 404 for a request from a mail, an address bar or another site.
  for (const url of [picture, paper]) expect((await page.goto(origin + url))?.status()).toBe(404)
  const follow = async (url: string) => {
    await page.goto(`${origin}/niente`)
    await page.evaluate(`location.assign('${url}')`)
  }
  const opening = page.waitForResponse(origin + picture)
  await follow(picture)
  const opened = await opening
  await page.waitForURL(origin + picture)
  expect(opened.headers()['content-type']).toBe('image/webp')
  // The page's origin is `null`, since it runs in the sandbox.
  const outcome = await page.evaluate('[document.title.includes("eseguito"), document.scripts.length, window.origin]')
  expect(outcome).toEqual([false, 0, 'null'])
  const saving = page.waitForEvent('download')
  await follow(paper)
  expect((await saving).suggestedFilename()).toBe('Il metodo.pdf')
})

test('a document that a browser printed is accepted, as the refusal advises', async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.setContent(
    '<h1 id="inizio">Il metodo</h1><a href="https://esempio.it/città?a=b">Sito</a> <a href="#inizio">Su</a> <form><input></form>',
  )
  const printed = await page.pdf({ tagged: true, outline: true })
  const answer = await pdf(await newAuthor(), printed)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
})
