import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { listBrokerServers } from '#features/auth/broker-contract.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { shortestSearch } from '../../broker-servers.ts'
import { listLook, optionLook, optionsLook } from './chooser.ts'

/** The pause in typing before servers are requested, ms. */
const pauseMs = 200

interface BrokerServerInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
}

/** Suggests the servers of other traders. Any other text stays. */
export function BrokerServerInput({ value, onChange, name, ...input }: BrokerServerInputProps) {
  const servers = useSuggestions(value)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={servers}
        mode="none"
        value={value}
        onValueChange={onChange}
        {...(name !== undefined && { name })}
      >
        <Autocomplete.Input {...input} className="input" />
        <span ref={place} />
        <Autocomplete.Portal container={place}>
          <Autocomplete.Positioner
            className={servers.length === 0 ? 'hidden' : 'z-(--z-menu) outline-none'}
            sideOffset={4}
          >
            <Autocomplete.Popup className={listLook}>
              <Autocomplete.Status className="sr-only">
                {servers.length > 0 && format.counted(servers.length, 'suggerimento', 'suggerimenti')}
              </Autocomplete.Status>
              <Autocomplete.List className={optionsLook} aria-label="Server già noti">
                {(server: string) => (
                  <Autocomplete.Item key={server} value={server} className={optionLook}>
                    {server}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </CSPProvider>
  )
}

/** None while the text is too short, and until the answer arrives: the form never waits for a suggestion. */
function useSuggestions(typed: string): readonly string[] {
  const [requested, setRequested] = useState('')
  const search = typed.trim().slice(0, 100)
  useEffect(() => {
    const timer = setTimeout(() => setRequested(search), pauseMs)
    return () => clearTimeout(timer)
  }, [search])
  const { data } = useQuery({
    ...q<typeof listBrokerServers>('GET /api/broker-servers', { query: { q: requested } }),
    enabled: requested.length >= shortestSearch,
    retry: false,
    // The same for everybody: the sign-in that ends a registration asks for nothing again.
    staleTime: 'static',
  })
  if (requested !== search || data === undefined) return none
  const [only] = data.servers
  // A text that is already typed is no suggestion.
  return data.servers.length === 1 && only === search ? none : data.servers
}

const none: readonly string[] = []
