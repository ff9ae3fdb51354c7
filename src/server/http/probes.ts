/** Routes that machines request every few seconds: their answers count for no objective, and good ones would fill the log. */
export const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/startupz', '/metrics'])
