/** The part of the dashboard's answer that the registration's last step reads. */
export interface NewAccount {
  warnings: readonly { code: string; message: string }[]
}
