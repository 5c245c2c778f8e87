/*
 * Keyturn for websites. One line in the page:
 *   <script async src="https://crm.example/site/keyturn.js" data-key="kt_site_…"></script>
 * and, where a form should be:
 *   <div data-keyturn-form="contact_agent"></div>
 * Sets no cookie. Stores and reports nothing before the visitor agreed; a form sends what is in it when it is sent.
 */
;(() => {
  const script = document.currentScript || document.querySelector('script[data-key][src*="/site/keyturn.js"]')
  const key = script?.dataset.key
  if (!key || window.keyturn) return
  const door = `${new URL(script.src).origin}/site/${key}/events`
  const isFrench = /^fr/i.test(document.documentElement.lang)
  const say = (english, french) => (isFrench ? french : english)
  const NAME = 'keyturn'
  const DENIED = 'no'

  /** What was answered before: a name for this browser, or `no`. Storage may be blocked; then the answer lasts for the page. */
  let visitor = null
  const recall = () => {
    try {
      return localStorage.getItem(NAME)
    } catch {
      return null
    }
  }
  const remember = value => {
    visitor = value
    try {
      localStorage.setItem(NAME, value)
    } catch {
      // Asked again on the next page.
    }
  }
  const mayTrack = () => visitor !== null && visitor !== DENIED

  const unique = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  }

  const meta = name => document.querySelector(`meta[name="keyturn:${name}"]`)?.content || undefined

  /** What the page says of itself; only of visitors who agreed more than its address. */
  const aboutPage = () => {
    const asked = new URLSearchParams(location.search)
    const utm = {}
    for (const name of ['source', 'medium', 'campaign', 'term', 'content']) {
      const value = asked.get(`utm_${name}`)
      if (value) utm[name] = value.slice(0, 200)
    }
    return {
      url: (location.origin + location.pathname).slice(0, 1000),
      mls_number: meta('mls'),
      address: meta('address'),
      ...(mayTrack()
        ? {
            visitor_id: visitor,
            ...(document.referrer ? { referrer: document.referrer.slice(0, 1000) } : {}),
            ...(Object.keys(utm).length ? { utm } : {}),
          }
        : {}),
    }
  }

  // Text is sent without asking the server first whether it may be.
  const post = event =>
    fetch(door, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ source_event_id: unique(), occurred_at: new Date().toISOString(), ...event }),
    })

  const report = (type, data) =>
    mayTrack() ? post({ type, data: { ...aboutPage(), ...data } }).catch(() => undefined) : Promise.resolve()

  const visit = () => report(meta('mls') ? 'listing_viewed' : 'visited')

  /** An element; `text` is never read as markup. */
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }

  const STYLE = `:host{all:initial}*{box-sizing:border-box;font:15px/1.4 system-ui,sans-serif;color:#1c2024}
form{display:grid;gap:10px;max-width:440px}label{display:grid;gap:3px}.row{display:flex;gap:8px;align-items:start}
input:not([type=checkbox]),textarea{width:100%;padding:9px 10px;border:1px solid #80838d;border-radius:6px;background:#fff}
button{padding:10px 16px;border:1px solid #80838d;border-radius:6px;background:#fff;cursor:pointer}
.main{background:#1c2024;border-color:#1c2024;color:#fff}.trap{position:absolute;left:-9999px}
.ask{position:fixed;z-index:2147483647;inset:auto 12px 12px;max-width:480px;padding:14px 16px;background:#fff;border:1px solid #b9bbc6;border-radius:10px;box-shadow:0 4px 24px #0003}
.ask p{margin:0 0 10px}:focus-visible{outline:2px solid #0b68cb;outline-offset:2px}p{margin:0}`

  /** A place of our own, which the style of the site does not reach. */
  const shadowOf = host => {
    const root = host.attachShadow({ mode: 'open' })
    try {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      root.adoptedStyleSheets = [sheet]
    } catch {
      root.append(make('style', { textContent: STYLE }))
    }
    return root
  }

  const ask = () => {
    const host = make('div')
    const answer = value => () => {
      host.remove()
      remember(value)
      if (mayTrack()) visit()
    }
    const text =
      script.dataset.question ||
      say(
        'May we remember this browser and what you look at here, so that we can help you find a home?',
        'Pouvons-nous reconnaître ce navigateur et ce que vous consultez ici, afin de vous aider à trouver une propriété ?',
      )
    const box = make(
      'section',
      { className: 'ask' },
      make('p', { textContent: text }),
      make(
        'div',
        { className: 'row' },
        make('button', { textContent: say('Allow', 'Accepter'), onclick: answer(unique()) }),
        make('button', { textContent: say('No, thanks', 'Non, merci'), onclick: answer(DENIED) }),
      ),
    )
    box.setAttribute('aria-label', say('Privacy', 'Vie privée'))
    shadowOf(host).append(box)
    document.body.append(host)
  }

  const field = (label, name, type, more) => {
    const input = make(type === 'textarea' ? type : 'input', { name, maxLength: 200, ...more })
    if (type !== 'textarea') input.type = type
    return make('label', {}, label, input)
  }

  const drawForm = host => {
    const type = host.dataset.keyturnForm || 'contact_agent'
    const agreed = say(
      'Send me e-mails about homes. I can unsubscribe at any time.',
      'Envoyez-moi des courriels sur des propriétés. Je peux me désabonner à tout moment.',
    )
    const consent = make('input', { type: 'checkbox', name: 'consent' })
    // Only programs fill this in.
    const trap = make('input', { name: 'company', tabIndex: -1, autocomplete: 'off', className: 'trap' })
    trap.setAttribute('aria-hidden', 'true')
    const said = make('p')
    said.setAttribute('role', 'status')
    const button = make('button', { className: 'main', textContent: host.dataset.button || say('Send', 'Envoyer') })
    const form = make(
      'form',
      {},
      field(say('First name', 'Prénom'), 'first_name', 'text', { autocomplete: 'given-name', maxLength: 100 }),
      field(say('Last name', 'Nom'), 'last_name', 'text', { autocomplete: 'family-name', maxLength: 100 }),
      field(say('E-mail', 'Courriel'), 'email', 'email', { autocomplete: 'email', required: true }),
      field(say('Phone', 'Téléphone'), 'phone', 'tel', { autocomplete: 'tel', maxLength: 40 }),
      field(say('Message', 'Message'), 'message', 'textarea', { rows: 4, maxLength: 5000 }),
      make('label', { className: 'row' }, consent, agreed),
      trap,
      button,
      said,
    )
    form.onsubmit = async event => {
      event.preventDefault()
      if (trap.value) return
      const { first_name, last_name, email, phone, message } = Object.fromEntries(new FormData(form))
      button.disabled = true
      const { mls, address, project } = host.dataset
      const answer = await post({
        type,
        person: { first_name, last_name, email, phone },
        data: {
          ...aboutPage(),
          message,
          ...(mls ? { mls_number: mls } : {}),
          ...(address ? { address } : {}),
          ...(project ? { project } : {}),
          ...(consent.checked ? { consent: { channels: ['email'], text: agreed } } : {}),
        },
      }).catch(() => null)
      button.disabled = false
      if (answer?.ok) form.replaceChildren(said)
      said.textContent = answer?.ok
        ? host.dataset.thanks || say('Thank you. We will be in touch.', 'Merci. Nous vous répondrons bientôt.')
        : say('This did not go through. Please try again.', 'L’envoi a échoué. Veuillez réessayer.')
    }
    shadowOf(host).append(form)
  }

  /** For pages that say themselves what happens: `keyturn('favourited', { mls_number: 'C123' })`. */
  window.keyturn = report

  const start = () => {
    for (const host of document.querySelectorAll('[data-keyturn-form]')) drawForm(host)
    visitor = recall()
    if (mayTrack()) visit()
    // A browser that says no to being tracked is not asked.
    else if (visitor === null && !navigator.globalPrivacyControl) ask()
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
})()
