/** True where a call ended because this server stops; one that took too long says something of the provider. */
export function isStopped(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
}
