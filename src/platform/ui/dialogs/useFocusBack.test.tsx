import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFocusBack } from './useFocusBack.ts'

afterEach(cleanup)

function Form({ name, opened = true }: { name: string; opened?: boolean }) {
  useFocusBack(opened)
  return <button type="button">{name}</button>
}

const page = (form: React.ReactNode, menu?: React.ReactNode) => (
  <>
    <button type="button" id="opener">
      Edit
    </button>
    {menu}
    {form}
  </>
)

const button = (name: string) => screen.getByRole('button', { name })

it('gives the focus back when a form is taken out of the page', () => {
  const { rerender } = render(page(null))
  button('Edit').focus()
  rerender(page(<Form name="Save" />))
  button('Save').focus()
  rerender(page(null))
  expect(document.activeElement).toBe(button('Edit'))
})

it('gives it back through two forms, of which one follows the other', () => {
  const { rerender } = render(page(null))
  button('Edit').focus()
  rerender(page(<Form key="one" name="Next" />))
  button('Next').focus()
  rerender(page(<Form key="two" name="Done" />))
  button('Done').focus()
  rerender(page(null))
  expect(document.activeElement).toBe(button('Edit'))
})

it('gives it to the button of a menu whose entry opened the form', () => {
  const menu = (
    <div role="menu" aria-labelledby="opener">
      <button type="button">Cancel it</button>
    </div>
  )
  const { rerender } = render(page(null, menu))
  button('Cancel it').focus()
  // The menu goes a moment after its entry was pressed.
  rerender(page(<Form name="Save" />, menu))
  rerender(page(<Form name="Save" />))
  button('Save').focus()
  rerender(page(null))
  expect(document.activeElement).toBe(button('Edit'))
})

it('leaves it where somebody has put it meanwhile, and takes it nowhere for a form that was not open', () => {
  const { rerender } = render(page(<Form name="Save" />, <button type="button">Other</button>))
  button('Other').focus()
  rerender(page(null, <button type="button">Other</button>))
  expect(document.activeElement).toBe(button('Other'))

  rerender(page(<Form name="Save" opened={false} />))
  button('Save').focus()
  rerender(page(null))
  expect(document.activeElement).toBe(document.body)
})
