import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/platform/server/embedded/server.ts'
import { newFolder, type Program, startProgram } from '../programs.ts'

/** What addresses end in. */
export const DOMAIN = 'pbx.test'
/** What short-lived credentials are made of, here and by Keyturn. */
export const SECRET = 'between the desk and the switch'
/** Whatever is registered has this password, made of its name. */
export const passwordOf = (name: string) => `for ${name} alone`

/** A Kamailio that runs. */
export interface Kamailio extends Program {
  /** As `SIP_WS_URL` names it. */
  url: string
}

/**
 * Starts one that registers whoever proves by Digest who they are, by a password or by a credential that ends, and passes on between
 * those whom it knows what they say to one another. Their sound goes from one to the other.
 */
export async function startKamailio(): Promise<Kamailio> {
  const folder = await newFolder('kamailio')
  const port = await freePort()
  const file = join(folder, 'kamailio.cfg')
  await writeFile(file, settingsOf(port))
  // Stays in the foreground, and writes what it says where it is read.
  const command = ['kamailio', '-DD', '-E', '-f', file, '-w', folder, '-Y', folder] as const
  const program = await startProgram([...command], { folder, port })
  return { ...program, url: `ws://127.0.0.1:${port}/ws` }
}

/** For Kamailio 5.6, as Debian 12 has it, and later ones. */
const settingsOf = (port: number) => `#!KAMAILIO
debug=1
children=2
tcp_children=2
listen=tcp:127.0.0.1:${port}
alias="${DOMAIN}"
auto_aliases=no
tcp_accept_no_cl=yes
tcp_connection_lifetime=3605

${modules.map(name => `loadmodule "${name}.so"`).join('\n')}

modparam("auth_ephemeral", "secret", "${SECRET}")
modparam("registrar", "received_avp", "$avp(RECEIVED)")
modparam("nathelper", "received_avp", "$avp(RECEIVED)")

request_route {
  if (!mf_process_maxfwd_header("10")) {
    sl_send_reply("483", "Too Many Hops");
    exit;
  }
  if (is_method("CANCEL")) {
    if (t_check_trans()) route(RELAY);
    exit;
  }
  # Answers find their way back along the WebSocket that a request came on.
  force_rport();
  if (is_method("REGISTER")) fix_nated_register();
  else if (is_method("INVITE|SUBSCRIBE|UPDATE")) add_contact_alias();
  if (has_totag()) {
    if (loose_route()) {
      handle_ruri_alias();
      route(RELAY);
    } else if (is_method("ACK") && t_check_trans()) route(RELAY);
    else if (!is_method("ACK")) sl_send_reply("404", "Not here");
    exit;
  }
  if (is_method("ACK")) exit;
  route(PROOF);
  if (is_method("REGISTER")) {
    if (!save("location")) sl_reply_error();
    exit;
  }
  if (is_method("INVITE")) record_route();
  if (!lookup("location")) {
    sl_send_reply("404", "Not Found");
    exit;
  }
  route(RELAY);
}

route[PROOF] {
  # A name with a colon is one that ends: the time at which it does stands before it.
  if ($aU =~ ":") {
    if (is_method("REGISTER")) $var(proof) = autheph_www("${DOMAIN}");
    else $var(proof) = autheph_proxy("${DOMAIN}");
    if ($var(proof) > 0 && !autheph_check_from()) $var(proof) = -2;
  } else {
    if (is_method("REGISTER")) $var(proof) = pv_www_authenticate("${DOMAIN}", "${passwordOf('$au')}", "0");
    else $var(proof) = pv_proxy_authenticate("${DOMAIN}", "${passwordOf('$au')}", "0");
    if ($var(proof) > 0 && $au != $fU) $var(proof) = -2;
  }
  if ($var(proof) < 0) {
    if (is_method("REGISTER")) www_challenge("${DOMAIN}", "1");
    else proxy_challenge("${DOMAIN}", "1");
    exit;
  }
  consume_credentials();
}

route[RELAY] {
  t_on_reply("BACK");
  if (!t_relay()) sl_reply_error();
  exit;
}

onreply_route[BACK] {
  add_contact_alias();
}

event_route[xhttp:request] {
  if ($hdr(Upgrade) =~ "websocket" && $hdr(Connection) =~ "Upgrade" && ws_handle_handshake()) exit;
  xhttp_reply("404", "Not Found", "", "");
}
`

const modules = [
  'tm',
  'sl',
  'rr',
  'pv',
  'maxfwd',
  'textops',
  'siputils',
  'usrloc',
  'registrar',
  'nathelper',
  'auth',
  'auth_ephemeral',
  'xhttp',
  'websocket',
] as const
