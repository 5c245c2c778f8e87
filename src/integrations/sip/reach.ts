import type { SipSystem } from './config.ts'

/** Why browsers cannot reach the telephone system; `null` when they can. Nobody registers. */
export function sipProblem({ url }: SipSystem, timeoutMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = new WebSocket(url, 'sip')
  const timer = setTimeout(() => resolve('The telephone system did not answer in time.'), timeoutMs)
  socket.addEventListener('open', () =>
    resolve(socket.protocol === 'sip' ? null : 'What listens at SIP_WS_URL does not speak SIP.'),
  )
  socket.addEventListener('error', () => resolve('The telephone system cannot be reached.'))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}
