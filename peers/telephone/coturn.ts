import { freePort } from '../../src/platform/server/embedded/server.ts'
import { newFolder, type Program, startProgram } from '../programs.ts'
import { DOMAIN, SECRET } from './kamailio.ts'

/** A coturn that runs. */
export interface Coturn extends Program {
  /** As `SIP_ICE_URLS` names it. */
  url: string
}

/** Starts one that passes sound on for whoever has a credential that ends, made of the same secret. */
export async function startCoturn(): Promise<Coturn> {
  const folder = await newFolder('coturn')
  const port = await freePort()
  const settings = {
    'listening-ip': '127.0.0.1',
    'listening-port': port,
    'relay-ip': '127.0.0.1',
    realm: DOMAIN,
    'static-auth-secret': SECRET,
    userdb: `${folder}/users`,
    pidfile: `${folder}/pid`,
    'log-file': 'stdout',
  }
  const flags = ['-n', '--use-auth-secret', '--allow-loopback-peers', '--no-cli', '--no-tls', '--no-dtls']
  const given = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const program = await startProgram(['turnserver', ...flags, ...given], { folder, port })
  return { ...program, url: `turn:127.0.0.1:${port}` }
}
