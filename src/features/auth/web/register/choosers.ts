/** The two fields with a list of suggestions: one file, since a form has both. */
export { BrokerServerInput } from './BrokerServerInput.tsx'
export { CountryCombobox } from './CountryCombobox.tsx'
