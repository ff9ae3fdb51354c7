import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { dollars } from '#shared/format/coin.ts'
import * as format from '#shared/format/format.ts'
import { ChevronDown } from '#web/ui/icons.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { CoinMark } from './CoinMark.tsx'
import { arrangeCoins, fits, matches, type OfferedCoin } from './coins.ts'

interface CoinChoiceProps {
  coins: readonly OfferedCoin[]
  /** US dollars of the chosen plan: a coin with a higher minimum cannot pay it. */
  priceUsd: number
  chosen: OfferedCoin | null
  onChoose: (code: string) => void
  isBusy: boolean
}

/** One radio for each coin and network. A coin that the provider would refuse cannot be chosen, and says why. */
export function CoinChoice({ coins, priceUsd, chosen, onChoose, isBusy }: CoinChoiceProps) {
  const { first, others } = arrangeCoins(coins)
  const [search, setSearch] = useState('')
  const isOther = others.some(({ code }) => code === chosen?.code)
  const found = others.filter((coin) => coin.code === chosen?.code || matches(coin, search))
  // A list that the buyer opened or closed stays so after another choice.
  const [isOpen, setOpen] = useState(isOther)
  const tile = (coin: OfferedCoin) => (
    <CoinTile
      key={coin.code}
      coin={coin}
      isChosen={coin.code === chosen?.code}
      isOffered={fits(coin, priceUsd)}
      isBusy={isBusy}
      onChoose={() => onChoose(coin.code)}
    />
  )
  return (
    <fieldset role="radiogroup" aria-label="Criptovaluta">
      <div className="coins">{first.map(tile)}</div>
      {others.length > 0 && (
        <details className="other-coins" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            Altre valute ({format.count(others.length)})
            <ChevronDown size={16} />
          </summary>
          <div className="grid gap-3 pt-3">
            <TextField
              label="Cerca"
              help="Nome, sigla o rete: per esempio Litecoin, SOL o Polygon."
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={search}
              maxLength={40}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <div className="coins">{found.map(tile)}</div>
            <output className="text-ui text-ink-2 empty:hidden">
              {!others.some((coin) => matches(coin, search)) && 'Nessuna valuta con questo nome.'}
            </output>
          </div>
        </details>
      )}
    </fieldset>
  )
}

interface CoinTileProps {
  coin: OfferedCoin
  isChosen: boolean
  isOffered: boolean
  isBusy: boolean
  onChoose: () => void
}

function CoinTile({ coin, isChosen, isOffered, isBusy, onChoose }: CoinTileProps) {
  const id = useId()
  const { symbol, name, network, needs_memo: needsMemo, minimum_usd: minimum } = coin
  return (
    <label className="coin">
      <CoinMark symbol={symbol} />
      <span className="min-w-0">
        <b id={`${id}-name`}>{name}</b>
        <span className="coin-note">
          <span id={`${id}-network`}>{network === name ? symbol : `${symbol}, ${network}`}</span>
          <span className="contents" id={`${id}-note`}>
            {minimum !== null && isOffered && <span>Minimo {dollars(minimum)} </span>}
            {needsMemo && isOffered && <span>Con memo (tag)</span>}
            {!isOffered && <span>Non disponibile per questo piano: minimo {dollars(minimum)}</span>}
          </span>
        </span>
      </span>
      <input
        type="radio"
        name="valuta"
        value={coin.code}
        checked={isChosen}
        disabled={!isOffered || isBusy}
        onChange={onChoose}
        aria-labelledby={`${id}-name ${id}-network`}
        aria-describedby={`${id}-note`}
      />
      {isChosen ? (
        <CircleCheck className="coin-dot" size={20} strokeWidth={2} aria-hidden />
      ) : (
        <i className="coin-dot" />
      )}
    </label>
  )
}
