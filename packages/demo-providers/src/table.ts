import { handleOf, numberOf, textIdOf, uuidOf } from './people.ts'
import type { DemoProvider } from './provider.ts'

const demoTenant = 'd3300000-0000-4000-8000-000000000001'
const optional = <T>(name: string, value: T | null): Record<string, T> => (value === null ? {} : { [name]: value })

export const demoTable = {
  apple: {
    name: 'Apple',
    authorize: 'appleid.apple.com/auth/authorize',
    token: 'appleid.apple.com/auth/token',
    formPost: true,
    refusal: 'user_cancelled_authorize',
    tokenResponse: () => ({ scope: undefined }),
    idToken: {
      issuer: 'https://appleid.apple.com',
      keys: 'appleid.apple.com/auth/keys',
      claims: (person) => ({
        sub: `00${numberOf(person)}.${textIdOf(person)}.0000`,
        ...optional('email', person.email),
        ...(person.email ? { email_verified: String(person.verified), is_private_email: 'false' } : {}),
      }),
    },
    codeFields: ({ name, email }) => {
      const [firstName = '', ...rest] = name.split(' ')
      return { user: JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email }) }
    },
  },
  discord: {
    name: 'Discord',
    authorize: 'discord.com/api/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    resources: {
      'GET discord.com/api/users/@me': (person) => ({
        id: String(numberOf(person)),
        username: handleOf(person),
        global_name: person.name,
        avatar: person.picture,
        verified: person.verified,
        email: person.email,
      }),
    },
  },
  facebook: {
    name: 'Facebook',
    authorize: 'www.facebook.com/v21.0/dialog/oauth',
    token: 'graph.facebook.com/oauth/access_token',
    isOffline: () => false,
    // Without the scope openid there is no id_token; those come from apps (Limited Login).
    tokenResponse: () => ({ scope: undefined, id_token: undefined }),
    idToken: {
      issuer: 'https://www.facebook.com',
      keys: 'www.facebook.com/.well-known/oauth/openid/jwks',
      claims: (person) => ({ sub: String(numberOf(person)), name: person.name, ...optional('email', person.email) }),
    },
    resources: {
      'GET graph.facebook.com/me': (person) => ({
        id: String(numberOf(person)),
        name: person.name,
        ...optional('email', person.email),
        picture: { data: { url: person.picture ?? '' } },
      }),
    },
  },
  github: {
    name: 'GitHub',
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    lifetime: 28_800,
    tokenResponse: (_, { scopes }) => ({ token_type: 'bearer', scope: scopes.join(',') }),
    resources: {
      'GET api.github.com/user': (person) => ({
        id: numberOf(person),
        login: handleOf(person),
        name: person.name,
        email: null, // for most people it is not public
        avatar_url: person.picture,
      }),
      'GET api.github.com/user/emails': ({ email, verified }) =>
        email
          ? [
              { email: 'old@example.com', primary: false, verified: true, visibility: null },
              { email, primary: true, verified, visibility: 'private' },
            ]
          : [],
    },
  },
  microsoft: {
    name: 'Microsoft',
    authorize: 'login.microsoftonline.com/:tenant/oauth2/v2.0/authorize',
    token: 'login.microsoftonline.com/:tenant/oauth2/v2.0/token',
    isOffline: (_, scopes) => scopes.includes('offline_access'),
    idToken: {
      issuer: `https://login.microsoftonline.com/${demoTenant}/v2.0`,
      keys: 'login.microsoftonline.com/:tenant/discovery/v2.0/keys',
      claims: (person) => ({
        sub: textIdOf(person),
        tid: demoTenant,
        oid: uuidOf(person),
        ver: '2.0',
        name: person.name,
        preferred_username: person.email ?? handleOf(person),
        ...optional('email', person.email),
        ...(person.email && person.verified ? { verified_primary_email: [person.email] } : {}),
      }),
    },
  },
  google: {
    name: 'Google',
    authorize: 'accounts.google.com/o/oauth2/auth',
    token: 'oauth2.googleapis.com/token',
    isOffline: (query) => query['access_type'] === 'offline',
    tokenResponse: () => ({
      scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    }),
    idToken: {
      issuer: 'https://accounts.google.com',
      keys: 'www.googleapis.com/oauth2/v3/certs',
      claims: (person) => ({
        sub: `1${numberOf(person)}`,
        name: person.name,
        ...optional('email', person.email),
        ...(person.email ? { email_verified: person.verified } : {}),
        ...optional('picture', person.picture),
      }),
    },
  },
  spotify: {
    name: 'Spotify',
    authorize: 'accounts.spotify.com/authorize',
    token: 'accounts.spotify.com/api/token',
    resources: {
      'GET api.spotify.com/v1/me': (person) => ({
        id: textIdOf(person),
        display_name: person.name,
        ...optional('email', person.email),
        images: person.picture ? [{ url: person.picture }] : [],
      }),
    },
  },
  twitch: {
    name: 'Twitch',
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    tokenResponse: (_, { scopes }) => ({ token_type: 'bearer', scope: scopes }),
    idToken: {
      issuer: 'https://id.twitch.tv/oauth2',
      keys: 'id.twitch.tv/oauth2/keys',
      claims: (person) => ({
        sub: String(numberOf(person)),
        preferred_username: person.name,
        ...optional('email', person.email),
        ...(person.email ? { email_verified: person.verified } : {}),
        ...optional('picture', person.picture),
      }),
    },
  },
  twitter: {
    name: 'X',
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    basic: true,
    isOffline: (_, scopes) => scopes.includes('offline.access'),
    lifetime: 7200,
    tokenResponse: () => ({ token_type: 'bearer' }),
    resources: {
      'GET api.x.com/2/users/me': (person) => ({
        data: {
          id: String(numberOf(person)),
          name: person.name,
          username: handleOf(person),
          ...optional('profile_image_url', person.picture),
          // X returns only verified emails.
          ...optional('confirmed_email', person.verified ? person.email : null),
        },
      }),
    },
  },
  dropbox: {
    name: 'Dropbox',
    authorize: 'www.dropbox.com/oauth2/authorize',
    token: 'api.dropboxapi.com/oauth2/token',
    isOffline: (query) => query['token_access_type'] === 'offline',
    resources: {
      'POST api.dropboxapi.com/2/users/get_current_account': (person) => ({
        account_id: `dbid:${textIdOf(person)}`,
        name: { display_name: person.name, given_name: person.name, surname: '' },
        ...optional('email', person.email),
        email_verified: person.verified,
        ...optional('profile_photo_url', person.picture),
      }),
    },
  },
  kick: {
    name: 'Kick',
    authorize: 'id.kick.com/oauth/authorize',
    token: 'id.kick.com/oauth/token',
    resources: {
      'GET api.kick.com/public/v1/users': (person) => ({
        data: [
          {
            user_id: numberOf(person),
            name: person.name,
            ...optional('email', person.email),
            profile_picture: person.picture ?? '',
          },
        ],
      }),
    },
  },
  linkedin: {
    name: 'LinkedIn',
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    refusal: 'user_cancelled_authorize',
    tokenResponse: (_, { scopes }) => ({ scope: scopes.join(',') }),
    resources: {
      'GET api.linkedin.com/v2/userinfo': (person) => ({
        sub: textIdOf(person).slice(0, 10),
        name: person.name,
        ...(person.email ? { email: person.email, email_verified: person.verified } : {}),
        ...optional('picture', person.picture),
      }),
    },
  },
  gitlab: {
    name: 'GitLab',
    authorize: 'gitlab.com/oauth/authorize',
    token: 'gitlab.com/oauth/token',
    lifetime: 7200,
    resources: {
      'GET gitlab.com/api/v4/user': (person) => ({
        id: numberOf(person),
        username: handleOf(person),
        name: person.name,
        state: 'active',
        locked: false,
        email: person.email,
        confirmed_at: person.verified ? '2024-01-01T00:00:00.000Z' : null,
        avatar_url: person.picture,
      }),
    },
  },
  tiktok: {
    name: 'TikTok',
    authorize: 'www.tiktok.com/v2/auth/authorize',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    clientIdField: 'client_key',
    tokenResponse: (_, { scopes }) => ({ scope: scopes.join(',') }),
    resources: {
      'GET open.tiktokapis.com/v2/user/info/': (person) => ({
        data: {
          user: {
            open_id: uuidOf(person),
            display_name: person.name,
            username: handleOf(person),
            avatar_large_url: person.picture ?? '',
          },
        },
      }),
    },
  },
  reddit: {
    name: 'Reddit',
    authorize: 'www.reddit.com/api/v1/authorize',
    token: 'www.reddit.com/api/v1/access_token',
    basic: true,
    isOffline: (query) => query['duration'] === 'permanent',
    tokenResponse: () => ({ token_type: 'bearer' }),
    resources: {
      'GET oauth.reddit.com/api/v1/me': (person) => ({
        id: numberOf(person).toString(36),
        name: handleOf(person),
        icon_img: person.picture ? `${person.picture}?width=256&amp;s=demo` : '',
        has_verified_email: person.verified,
      }),
    },
  },
  roblox: {
    name: 'Roblox',
    authorize: 'apis.roblox.com/oauth/v1/authorize',
    token: 'apis.roblox.com/oauth/v1/token',
    resources: {
      'GET apis.roblox.com/oauth/v1/userinfo': (person) => ({
        sub: String(numberOf(person)),
        name: person.name,
        nickname: person.name,
        preferred_username: handleOf(person),
        picture: person.picture,
      }),
    },
  },
  vk: {
    name: 'VK',
    authorize: 'id.vk.com/authorize',
    token: 'id.vk.com/oauth2/auth',
    resources: {
      'POST id.vk.com/oauth2/user_info': (person) => {
        const [first_name = '', ...rest] = person.name.split(' ')
        return {
          user: {
            user_id: String(numberOf(person)),
            first_name,
            last_name: rest.join(' '),
            avatar: person.picture ?? '',
            ...optional('email', person.email),
          },
        }
      },
    },
    codeFields: () => ({ device_id: 'demo-device', type: 'code_v2', expires_in: '600' }),
  },
  zoom: {
    name: 'Zoom',
    authorize: 'zoom.us/oauth/authorize',
    token: 'zoom.us/oauth/token',
    tokenResponse: () => ({ scope: 'user:read:user' }),
    resources: {
      'GET api.zoom.us/v2/users/me': (person) => ({
        id: textIdOf(person),
        display_name: person.name,
        ...optional('email', person.email),
        verified: person.verified ? 1 : 0,
        ...optional('pic_url', person.picture),
      }),
    },
  },
} satisfies Readonly<Record<string, DemoProvider>>
