import { z } from 'zod'

/** The name of the field by which Next finds a form's server action. */
export type FormAction = `$ACTION_ID_${string}`

/**
 * React writes this field too, for `<form action={action}>`, but only on the server. A form that React renders anew in
 * the browser, for example after an extension has added an element, would lack it.
 *
 * @throws ZodError if the function is no server action.
 */
export function formAction(action: (form: FormData) => Promise<void>): FormAction {
  return `$ACTION_ID_${z.string().parse(Reflect.get(action, '$$id'))}`
}
