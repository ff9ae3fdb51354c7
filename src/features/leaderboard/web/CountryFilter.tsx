import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import * as format from '#web/format.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'

/** ISO 3166-1 alpha-2, joined: half a kilobyte, named by the browser itself. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

function countries(): { value: string; label: string }[] {
  const all = (codes.match(/../g) ?? []).map((value) => ({ value, label: format.country(value) }))
  return all.toSorted((a, b) => a.label.localeCompare(b.label, 'it'))
}

/** The 250 names are not part of the document: the list gets them when somebody looks. */
export function CountryFilter({ value, onChange }: { value: string | undefined; onChange: () => void }) {
  const [all, setAll] = useState<{ value: string; label: string }[] | null>(null)
  const fill = () => setAll((known) => known ?? countries())
  const chosen = value === undefined ? [] : [{ value, label: format.country(value) }]
  return (
    <details className="more-filters" open={value !== undefined} onToggle={fill}>
      <summary>
        Altri filtri
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </summary>
      <FilterSelect
        label="Paese"
        name="country"
        value={value ?? ''}
        onChange={onChange}
        onFocus={fill}
        options={[{ value: '', label: 'Tutti i paesi' }, ...(all ?? chosen)]}
      />
    </details>
  )
}
