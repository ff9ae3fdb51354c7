export const platforms = ['MT4', 'MT5'] as const
