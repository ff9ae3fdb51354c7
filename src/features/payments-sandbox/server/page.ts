import { themeScript } from '#server/http/theme-script.ts'
import { coinAmount, dollars } from '#shared/format/coin.ts'
import { dateTime } from '#shared/format/format.ts'
import { providerStatusName } from '#features/payments/status-names.ts'
import { manners, type DeliveryRow, type InvoiceRow, type Manner, type PaymentRow } from './books.ts'
import { coinOf, minimumAmount, sandboxCoins } from './coins.ts'
import { allows, awaitsMoney, nextStatus, type Intervention } from './courses.ts'
import { html, Markup } from './markup.ts'

export interface PayPage {
  invoice: InvoiceRow
  payments: readonly PaymentRow[]
  deliveries: readonly DeliveryRow[]
  /** Why the last play was not possible, and the form as it was typed. */
  error: { text: string; given: Given } | null
}

type Given = Readonly<Record<string, unknown>>

/** The sandbox's pay page, whole without scripts: each button is a form of this very address. */
export function payPage({ invoice, payments, deliveries, error }: PayPage): string {
  const roots = payments.filter(({ parent_payment_id }) => parent_payment_id === null)
  const given = error?.given ?? {}
  const typed = (payment?: string): Given => ((given['payment_id'] || undefined) === payment ? given : {})
  const body = html` <p class="lead">${invoice.description}</p>
    <dl class="facts">
      <div>
        <dt>Da pagare</dt>
        <dd>${dollars(Number(invoice.price_amount))}</dd>
      </div>
      <div>
        <dt>Ordine</dt>
        <dd><code>${invoice.order_id}</code></dd>
      </div>
      <div>
        <dt>Richiesta</dt>
        <dd><code>${invoice.invoice_id}</code></dd>
      </div>
      <div>
        <dt>Creata il</dt>
        <dd>${dateTime(invoice.created_at)}</dd>
      </div>
    </dl>
    ${error === null ? null : html`<p class="error" role="alert">${error.text}</p>`} ${payForm(invoice, typed())}
    <section id="pagamenti" tabindex="-1" aria-labelledby="payments-title">
      <h2 id="payments-title">Pagamenti</h2>
      ${payments.length === 0 ? html`<p>Ancora nessuno: scegli una moneta e paga.</p>` : null}
      ${roots.flatMap((root) => [
        paymentBlock(root, typed(root.payment_id)),
        ...payments
          .filter(({ parent_payment_id }) => parent_payment_id === root.payment_id)
          .map((child) => paymentBlock(child, {})),
      ])}
    </section>
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Notifiche al sito</h2>
      ${deliveries.length === 0 ? html`<p>Ancora nessuna.</p>` : deliveryTable(deliveries)}
    </section>`
  return documentOf('Paga in criptovaluta', body, invoice)
}

/** The page of an address without an invoice. */
export function missingPage(): string {
  return documentOf(
    'Richiesta inesistente',
    html`<p class="lead">
      Questo indirizzo non porta a nessuna richiesta di pagamento. Torna al sito e creane una nuova.
    </p>`,
    null,
  )
}

/** The value of a field in the refused form; its own first value anywhere else. */
const held = (typed: Given, field: string, first: string) => {
  const value = typed[field]
  return typeof value === 'string' ? value : first
}

function payForm(invoice: InvoiceRow, typed: Given): Markup {
  return html`<form method="post" class="panel" aria-labelledby="pay-title">
    <h2 id="pay-title">Paga</h2>
    <div class="fields">
      ${coinField('new', 'Moneta', held(typed, 'coin', invoice.pay_currency ?? 'usdtbsc'))} ${shareField('new', typed)}
      <div>
        <label for="new-amount">Importo esatto</label>
        <input
          id="new-amount"
          name="amount"
          value="${held(typed, 'amount', '')}"
          inputmode="decimal"
          autocomplete="off"
          aria-describedby="new-amount-hint"
        />
        <p class="hint" id="new-amount-hint">Nella moneta scelta, al posto della quota.</p>
      </div>
      ${notifyField('new', typed)}
    </div>
    <p class="hint">I cambi sono fissi. Sotto il minimo della moneta il pagamento fallisce, come dal fornitore vero.</p>
    <p class="buttons">${button('pay', 'Paga tutto in una volta', true)} ${button('open', 'Apri soltanto')}</p>
  </form>`
}

function coinField(form: string, label: string, chosen: string): Markup {
  const options = sandboxCoins.map((coin) =>
    option(coin.coin, `${coin.symbol} · ${coin.network}, da ${dollars(minimumAmount(coin))}`, chosen),
  )
  return html`<div>
    <label for="${form}-coin">${label}</label>
    <select id="${form}-coin" name="coin">
      ${options}
    </select>
  </div>`
}

function shareField(form: string, typed: Given): Markup {
  return html`<div>
    <label for="${form}-share">Quota pagata (%)</label>
    <input
      id="${form}-share"
      name="share"
      value="${held(typed, 'share', '100')}"
      inputmode="decimal"
      autocomplete="off"
    />
  </div>`
}

const notifyLabels: Record<Manner, string> = {
  usual: 'come di solito',
  lost: 'perse',
  doubled: 'doppie',
  reversed: 'in ordine inverso',
  delayed: 'un minuto dopo',
}

function notifyField(form: string, typed: Given): Markup {
  const chosen = held(typed, 'notify', 'usual')
  return html`<div>
    <label for="${form}-notify">Notifiche</label>
    <select id="${form}-notify" name="notify">
      ${manners.map((manner) => option(manner, notifyLabels[manner], chosen))}
    </select>
  </div>`
}

function option(value: string, text: string, chosen: string): Markup {
  return value === chosen
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`
}

function paymentBlock(payment: PaymentRow, typed: Given): Markup {
  const { payment_id: id, status, coin, asked, received, parent_payment_id: parent } = payment
  const title = parent === null ? `Pagamento ${id}` : `Deposito in più ${id}`
  return html`<form
    method="post"
    class="${parent === null ? 'panel' : 'panel child'}"
    id="p${id}"
    tabindex="-1"
    aria-label="${title}"
  >
    <h3>${title}</h3>
    <dl class="facts">
      <div>
        <dt>Stato</dt>
        <dd>${providerStatusName(status)} <code>${status}</code></dd>
      </div>
      <div>
        <dt>Chiesto</dt>
        <dd>${coinAmount(asked, symbolOf(coin))}</dd>
      </div>
      <div>
        <dt>Arrivato</dt>
        <dd>${coinAmount(received, symbolOf(coin))}</dd>
      </div>
    </dl>
    <input type="hidden" name="payment_id" value="${id}" />
    ${parent === null ? rootActions(payment, typed) : null}
  </form>`
}

/** Enter in a field presses the first button, so the first one can always be undone. */
function rootActions({ payment_id: id, status, coin }: PaymentRow, typed: Given): Markup {
  const goesOn = nextStatus(status, 'finished') !== null
  const can = (intervention: Intervention, text: string) =>
    allows(intervention, status) ? button(intervention, text) : null
  return html`<div class="fields">
      ${shareField(`p${id}`, typed)} ${notifyField(`p${id}`, typed)}
      ${coinField(`p${id}`, 'Altra moneta', held(typed, 'coin', coin === 'trx' ? 'ltc' : 'trx'))}
    </div>
    <p class="buttons">
      ${goesOn ? button('step', awaitsMoney(status) ? 'Fai arrivare il denaro' : 'Passo successivo', true) : null}
      ${goesOn ? button('finish', 'Completa') : null}
      ${status === 'waiting' ? null : button('deposit', 'Deposita di nuovo')}
      ${status === 'waiting' ? null : button('wrong_asset', 'Deposita nell’altra moneta')}
      ${can('expire', 'Fai scadere')} ${can('fail', 'Fai fallire')} ${can('refund', 'Rimborsa')}
      ${can('accept', 'Accetta com’è')}
    </p>`
}

function deliveryTable(deliveries: readonly DeliveryRow[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Elenco delle notifiche">
    <table>
      <thead>
        <tr>
          <th scope="col">Notifica</th>
          <th scope="col">Pagamento</th>
          <th scope="col">Stato</th>
          <th scope="col">Risposta</th>
          <th scope="col">Ripeti</th>
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.delivery_id}</th>
              <td><code>${row.payment_id}</code></td>
              <td><code>${row.status}</code></td>
              <td>${outcomeOf(row)}</td>
              <td>
                <form method="post">
                  <input type="hidden" name="delivery_id" value="${row.delivery_id}" />
                  <button name="action" value="replay" aria-label="Ripeti la notifica ${row.delivery_id}">
                    Ripeti
                  </button>
                </form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function outcomeOf({ manner, answered, attempts, next_attempt_at: next }: DeliveryRow): string {
  if (manner === 'lost') return 'persa: non è partita'
  const tries = attempts > 1 ? `, ${attempts} tentativi` : ''
  const later = next === null ? '' : `, ${attempts === 0 ? 'parte' : 'di nuovo'} il ${dateTime(next)}`
  if (attempts === 0) return `in partenza${later}`
  return `${answered === null ? 'nessuna risposta' : `risposta ${answered}`}${tries}${later}`
}

const symbolOf = (code: string) => coinOf(code)?.symbol ?? code

function button(action: string, text: string, isMain = false): Markup {
  return html`<button name="action" value="${action}" class="${isMain ? 'main' : ''}">${text}</button>`
}

/** Not inside the template: the bytes of the text are those that the content policy names. */
const theme = new Markup(`<script>${themeScript}</script>`)

function documentOf(title: string, body: Markup, invoice: InvoiceRow | null): string {
  return html`<!doctype html>
    <html lang="it">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox TopTrader</title>
        ${theme}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/static-pages.css" />
        <link rel="stylesheet" href="/sandbox/style.css" />
      </head>
      <body>
        <a class="skip" href="#contenuto">Vai al contenuto</a>
        <header>
          <p class="simulation">Simulazione: nessun denaro si muove</p>
          <div class="mast">
            <div class="page"><a class="logo" href="/">TopTrader</a></div>
          </div>
        </header>
        <main id="contenuto">
          <div class="cover">
            <div class="page"><h1>${title}</h1></div>
          </div>
          <div class="page body">
            ${body}
            ${invoice === null ? html`<p><a href="/">Torna al sito</a></p>` : html`<p class="back"><a href="${invoice.success_url}">Torna al sito</a> <a href="${invoice.cancel_url}">Annulla e torna al sito</a></p>`}
          </div>
        </main>
      </body>
    </html> `.text
}
