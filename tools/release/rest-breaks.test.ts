import { expect, test } from 'vitest'
import { findRestBreaks, type OpenApi } from './rest-breaks.ts'

type Call = OpenApi['paths'][string][string]
type Schema = NonNullable<NonNullable<OpenApi['components']>['schemas']>[string]

const text = { type: 'string' }
const orNull = { anyOf: [text, { type: 'null' }] }

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

/** Returns a document with one call, of these request and response schemas. */
function invite(asked: Schema, returned: Schema, more: Partial<Call> = {}): OpenApi {
  const content = (schema: Schema) => ({ 'application/json': { schema } })
  return {
    components: { schemas: { Team: object({ id: text, parent: { $ref: '#/components/schemas/Team' } }) } },
    paths: {
      '/invite': {
        post: { requestBody: { content: content(asked) }, responses: { 200: { content: content(returned) } }, ...more },
      },
    },
  }
}

const asked = object(
  { email: text, team: object({ id: text, name: text }, ['id']), role: { enum: ['admin', 'member'] } },
  ['email'],
)
const returned = object({ id: text, note: text, team: { $ref: '#/components/schemas/Team' } }, ['id'])
const before = invite(asked, returned)

const query = (name: string, required: boolean) => ({ parameters: [{ in: 'query', name, required, schema: text }] })
const withResponse = (properties: Record<string, Schema>, required = ['id']): OpenApi =>
  invite(asked, object({ ...returned.properties, ...properties }, required))
const withBody = (properties: Record<string, Schema>, required = ['email']): OpenApi =>
  invite(object({ ...asked.properties, ...properties }, required), returned)

// prettier-ignore
test.for<[change: string, now: OpenApi, breaks: string[]]>([
  ['a call is gone', { paths: {} }, ['no longer: POST /invite']],
  ['a response is gone', invite(asked, returned, { responses: {} }), ['no longer: POST /invite returns 200']],
  ['a property of the response is gone', invite(asked, object({ id: text, note: text }, ['id'])), ['no longer: POST /invite returns 200.team']],
  ['a property of the response may be absent', withResponse({}, []), ['no longer: POST /invite returns 200.id is always present']],
  ['a property of the response may be null', withResponse({ note: orNull }), ['new: POST /invite returns 200.note: null']],
  ['a property of the response is of another type', withResponse({ note: { type: 'number' } }), ['new: POST /invite returns 200.note: number']],
  ['a property of a named schema is gone', { ...before, components: { schemas: { Team: object({ id: text }) } } }, ['no longer: POST /invite returns 200.team.parent']],
  ['a property of the request is no longer read', invite(object({ email: text, role: asked.properties?.['role'] ?? {} }, ['email']), returned), ['no longer: POST /invite body.team']],
  ['a property of the request is needed', withBody({}, ['email', 'role']), ['new: POST /invite body.role is required']],
  ['a new property of the request is needed', withBody({ name: text }, ['email', 'name']), ['new: POST /invite body.name is required']],
  ['a part of a property of the request is needed', withBody({ team: object({ id: text, name: text }, ['id', 'name']) }), ['new: POST /invite body.team.name is required']],
  ['a property of the request is of another type', withBody({ email: { type: 'number' } }), ['no longer: POST /invite body.email: string']],
  ['a value of the request is no longer read', withBody({ role: { enum: ['admin'] } }), ['no longer: POST /invite body.role: "member"']],
  ['any text was read and now a list of them', withBody({ email: { type: 'string', enum: ['a@example.com'] } }), ['new: POST /invite body.email has only listed values']],
  ['the body is needed', invite(asked, returned, { requestBody: { required: true, content: { 'application/json': { schema: asked } } } }), ['new: POST /invite needs a body']],
  ['a parameter is needed', invite(asked, returned, query('id', true)), ['new: POST /invite query.id is required']],
])('finds a break: %s', ([, now, breaks]) => {
  expect(findRestBreaks(before, now)).toEqual(breaks)
})

test.for<[change: string, now: OpenApi]>([
  ['nothing', before],
  ['a call', { ...before, paths: { ...before.paths, '/leave': before.paths['/invite'] ?? {} } }],
  ['an optional parameter', invite(asked, returned, query('id', false))],
  ['an optional property of the request, with parts that it needs', withBody({ logo: object({ url: text }, ['url']) })],
  ['a value of the request', withBody({ role: { enum: ['admin', 'member', 'guest'] } })],
  ['null in a property of the request', withBody({ email: orNull })],
  ['a property of the response, with parts that may be null', withResponse({ logo: object({ url: orNull }) })],
  ['that a property of the response is always present', withResponse({}, ['id', 'note'])],
  [
    'another status of the response',
    invite(asked, returned, { responses: { ...before.paths['/invite']?.['post']?.responses, 202: {} } }),
  ],
])('finds no break in adding %s', ([, now]) => {
  expect(findRestBreaks(before, now)).toEqual([])
})
