/** The values of the form. */
export interface Registration {
  display_name: string
  username: string
  country: string
  email: string
  broker_server: string
  account_number: string
  investor_password: string
  password: string
  confirm_password: string
}
