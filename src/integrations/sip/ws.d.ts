/** What stands in for a telephone system uses this much of the server of WebSockets; the package brings no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { AddressInfo } from 'node:net'

  interface Options {
    host: string
    port: number
    handleProtocols(protocols: readonly string[]): string | false
    verifyClient(): boolean
  }

  class Server extends EventEmitter {
    constructor(options: Options)
    address(): AddressInfo
    close(done: () => void): void
    on(event: 'connection', hear: (socket: WebSocket) => void): this
    once(event: 'listening', hear: () => void): this
  }

  export default class WebSocket extends EventEmitter {
    static Server: typeof Server
    send(text: string): void
    terminate(): void
    on(event: 'message', hear: (data: Buffer | string) => void): this
    on(event: 'close', hear: () => void): this
    on(event: 'error', hear: (error: Error) => void): this
  }
}
