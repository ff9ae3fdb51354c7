/** The admin that each server makes at its first start. */
export const admin = { email: 'admin@example.org', password: 'Registro-di-prova-2026' }
