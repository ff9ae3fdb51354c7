export interface Credentials {
  email: string
  password: string
}

export interface ResetPasswords {
  new_password: string
  confirm_password: string
}

export interface ChangedPasswords {
  current_password: string
  new_password: string
  confirm_password: string
}
