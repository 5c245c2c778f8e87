/** What tests use of the server that stands in for S3; the package brings no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  interface Options {
    address: string
    port: number
    silent: boolean
    /** Where it stores the objects. */
    directory: string
    configureBuckets: readonly { name: string; configs: readonly string[] }[]
  }

  export default class S3rver {
    constructor(options: Options)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
