import { afterEach, expect, it } from 'vitest'
import { recordPage } from './record.ts'

afterEach(() => document.body.replaceChildren())

it('masks what is typed, and leaves marked elements out, also such as come later', async () => {
  document.body.innerHTML = `<h1>Ayesha Malhotra</h1><button>Save</button><p data-private>Save</p>
    <input aria-label="Note"><textarea>Ayesha wrote</textarea><img src="/photos/ayesha.jpg" alt="Ayesha">`
  const events: unknown[] = []
  const text = () => JSON.stringify(events)
  const stop = recordPage(event => events.push(event))
  await expect.poll(text).toContain('"textContent":"Save"')
  expect(text().match(/"textContent":"Save"/g)).toHaveLength(1)

  const input = document.querySelector('input') ?? expect.fail('no field')
  input.value = 'Zanzibar'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  const note = document.createElement('p')
  note.dataset.private = ''
  note.textContent = 'Delete'
  document.body.append(note, 'Ayesha called')
  await expect.poll(text).toContain('•••••')
  await expect.poll(text).toContain('•••••• ••••••')
  stop()
  expect(text()).not.toMatch(/Zanzibar|Malhotra|wrote|called|Delete/)
})
