import { z } from 'zod'
import type { Config } from '../config.ts'
import type { ProviderId } from '../provider-config.ts'
import { person } from './person.ts'
import type { HttpsAddress, Provider, ProfileAccess } from './provider.ts'
import * as field from './profile-fields.ts'
import { appleProfile, appleUser } from './quirks/apple.ts'
import { discordUser } from './quirks/discord.ts'
import { githubProfile, githubUser } from './quirks/github.ts'
import { gitlabUser } from './quirks/gitlab.ts'
import { microsoftIssuer, microsoftProfile, microsoftUser } from './quirks/microsoft.ts'
import { twitterProfile, twitterUser } from './quirks/twitter.ts'
import { vkLanguages, vkProfile, vkUser } from './quirks/vk.ts'

const userInfo =
  (url: HttpsAddress, method: 'GET' | 'POST' = 'GET') =>
  (access: ProfileAccess) =>
    access.json(url, { method })

const claims = (access: ProfileAccess) => access.claims()

/** OpenID Connect Core, section 5.1. */
const standard = { id: 'sub', names: ['name'], email: 'email', verified: 'email_verified', image: 'picture' }
const standardUser = person(standard)

/** `docs/recipes.md` explains how to add a row. */
const providers: Readonly<Record<Exclude<ProviderId, 'gitlab' | 'microsoft'>, Provider>> = {
  apple: {
    name: 'Apple',
    authorizationUrl: 'https://appleid.apple.com/auth/authorize',
    authorizationParameters: { response_mode: 'form_post' },
    scopes: ['email', 'name'],
    openId: true,
    tokenUrl: 'https://appleid.apple.com/auth/token',
    idToken: {
      issuer: () => 'https://appleid.apple.com',
      keysUrl: 'https://appleid.apple.com/auth/keys',
      signIn: appleUser,
    },
    fetchProfile: appleProfile,
    user: appleUser,
  },
  discord: {
    name: 'Discord',
    authorizationUrl: 'https://discord.com/api/oauth2/authorize',
    authorizationParameters: { prompt: 'none' },
    scopes: ['identify', 'email'],
    tokenUrl: 'https://discord.com/api/oauth2/token',
    fetchProfile: userInfo('https://discord.com/api/users/@me'),
    user: discordUser,
  },
  facebook: {
    name: 'Facebook',
    authorizationUrl: 'https://www.facebook.com/v21.0/dialog/oauth',
    withoutPkce: true,
    scopes: ['email', 'public_profile'],
    loginHint: true,
    tokenUrl: 'https://graph.facebook.com/oauth/access_token',
    neverVerifies: true,
    idToken: {
      // Older SDKs have tokens of the shorter one.
      issuer: ({ iss }) => (iss === 'https://facebook.com' ? iss : 'https://www.facebook.com'),
      keysUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks',
      signIn: standardUser,
    },
    fetchProfile: userInfo('https://graph.facebook.com/me?fields=id,name,email,picture'),
    user: person({ ...standard, id: 'id', image: 'picture.data.url' }),
  },
  github: {
    name: 'GitHub',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    scopes: ['read:user', 'user:email'],
    loginHint: true,
    tokenUrl: 'https://github.com/login/oauth/access_token',
    fetchProfile: githubProfile,
    user: githubUser,
  },
  google: {
    name: 'Google',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/auth',
    authorizationParameters: { access_type: 'offline' },
    scopes: ['email', 'profile', 'openid'],
    loginHint: true,
    openId: true,
    tokenUrl: 'https://oauth2.googleapis.com/token',
    idToken: {
      // Google's issuer comes with or without the scheme ("Validating an ID token").
      issuer: ({ iss }) => (iss === 'accounts.google.com' ? iss : 'https://accounts.google.com'),
      keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      signIn: standardUser,
    },
    fetchProfile: claims,
    user: standardUser,
  },
  spotify: {
    name: 'Spotify',
    authorizationUrl: 'https://accounts.spotify.com/authorize',
    scopes: ['user-read-email'],
    tokenUrl: 'https://accounts.spotify.com/api/token',
    neverVerifies: true,
    fetchProfile: userInfo('https://api.spotify.com/v1/me'),
    user: person({ id: 'id', names: ['display_name'], email: 'email', image: 'images.0.url' }),
  },
  twitch: {
    name: 'Twitch',
    authorizationUrl: 'https://id.twitch.tv/oauth2/authorize',
    withoutPkce: true,
    authorizationParameters: {
      claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null,"picture":null}}',
    },
    scopes: ['user:read:email', 'openid'],
    openId: true,
    tokenUrl: 'https://id.twitch.tv/oauth2/token',
    idToken: { issuer: () => 'https://id.twitch.tv/oauth2', keysUrl: 'https://id.twitch.tv/oauth2/keys' },
    fetchProfile: claims,
    user: person({ ...standard, names: ['preferred_username'] }),
  },
  twitter: {
    name: 'X',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    basicAuthentication: true,
    fetchProfile: twitterProfile,
    user: twitterUser,
    placeholderEmail: true,
  },
  dropbox: {
    name: 'Dropbox',
    authorizationUrl: 'https://www.dropbox.com/oauth2/authorize',
    authorizationParameters: { token_access_type: 'offline' },
    scopes: ['account_info.read'],
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    fetchProfile: userInfo('https://api.dropboxapi.com/2/users/get_current_account', 'POST'),
    user: person({ ...standard, id: 'account_id', names: ['name.display_name'], image: 'profile_photo_url' }),
  },
  kick: {
    name: 'Kick',
    authorizationUrl: 'https://id.kick.com/oauth/authorize',
    scopes: ['user:read'],
    tokenUrl: 'https://id.kick.com/oauth/token',
    neverRefreshes: true,
    neverVerifies: true,
    fetchProfile: userInfo('https://api.kick.com/public/v1/users'),
    user: person({
      id: 'data.0.user_id',
      names: ['data.0.name'],
      email: 'data.0.email',
      image: 'data.0.profile_picture',
    }),
  },
  linkedin: {
    name: 'LinkedIn',
    authorizationUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    withoutPkce: true,
    scopes: ['profile', 'email', 'openid'],
    loginHint: true,
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    fetchProfile: userInfo('https://api.linkedin.com/v2/userinfo'),
    user: standardUser,
  },
  tiktok: {
    name: 'TikTok',
    authorizationUrl: 'https://www.tiktok.com/v2/auth/authorize',
    withoutPkce: true,
    scopes: ['user.info.profile'],
    scopeSeparator: ',',
    clientIdParameter: 'client_key',
    tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
    neverVerifies: true,
    fetchProfile: userInfo(
      'https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_large_url,display_name,username',
    ),
    user: person({
      id: 'data.user.open_id',
      names: ['data.user.display_name', 'data.user.username'],
      image: 'data.user.avatar_large_url',
    }),
    placeholderEmail: true,
  },
  reddit: {
    name: 'Reddit',
    authorizationUrl: 'https://www.reddit.com/api/v1/authorize',
    withoutPkce: true,
    authorizationParameters: { duration: 'permanent' },
    scopes: ['identity'],
    tokenUrl: 'https://www.reddit.com/api/v1/access_token',
    basicAuthentication: true,
    neverVerifies: true,
    fetchProfile: userInfo('https://oauth.reddit.com/api/v1/me'),
    user: z
      .object({ id: field.id, name: field.name, icon_img: z.string().catch('') })
      .transform(({ id, name, icon_img }) => ({
        id,
        name,
        email: null,
        emailVerified: false,
        image: field.image.parse(icon_img.split('?')[0]), // the query is a signature with HTML entities
      })),
    placeholderEmail: true,
  },
  roblox: {
    name: 'Roblox',
    authorizationUrl: 'https://apis.roblox.com/oauth/v1/authorize',
    authorizationParameters: { prompt: 'select_account consent' },
    scopes: ['openid', 'profile'],
    tokenUrl: 'https://apis.roblox.com/oauth/v1/token',
    neverVerifies: true,
    fetchProfile: userInfo('https://apis.roblox.com/oauth/v1/userinfo'),
    user: person({ id: 'sub', names: ['nickname', 'preferred_username'], image: 'picture' }),
    placeholderEmail: true,
  },
  vk: {
    name: 'VK',
    authorizationUrl: 'https://id.vk.com/authorize',
    scopes: ['email', 'phone'],
    language: { parameter: 'lang_id', codes: vkLanguages },
    tokenUrl: 'https://id.vk.com/oauth2/auth',
    neverVerifies: true,
    fetchProfile: vkProfile,
    user: vkUser,
  },
  zoom: {
    name: 'Zoom',
    authorizationUrl: 'https://zoom.us/oauth/authorize',
    scopes: 'fixed',
    tokenUrl: 'https://zoom.us/oauth/token',
    neverRefreshes: true,
    fetchProfile: userInfo('https://api.zoom.us/v2/users/me'),
    user: person({
      id: 'id',
      names: ['display_name'],
      email: 'email',
      verified: 'verified',
      isVerified: (claim) => claim === 1,
      image: 'pic_url',
    }),
  },
}

export function describeProviders(
  config: Pick<Config, 'GITLAB_ISSUER' | 'MICROSOFT_TENANT_ID'>,
): Record<ProviderId, Provider> {
  const { host, pathname } = new URL(config.GITLAB_ISSUER)
  const gitlab: HttpsAddress = `https://${host}${pathname.replace(/\/$/, '')}`
  const microsoft: HttpsAddress = `https://login.microsoftonline.com/${config.MICROSOFT_TENANT_ID}`
  return {
    ...providers,
    gitlab: {
      name: 'GitLab',
      authorizationUrl: `${gitlab}/oauth/authorize`,
      scopes: ['read_user'],
      loginHint: true,
      tokenUrl: `${gitlab}/oauth/token`,
      fetchProfile: userInfo(`${gitlab}/api/v4/user`),
      user: gitlabUser,
    },
    microsoft: {
      name: 'Microsoft',
      authorizationUrl: `${microsoft}/oauth2/v2.0/authorize`,
      scopes: ['openid', 'profile', 'email', 'User.Read'],
      openId: true,
      tokenUrl: `${microsoft}/oauth2/v2.0/token`,
      neverRefreshes: true,
      idToken: {
        issuer: (token) => microsoftIssuer(config.MICROSOFT_TENANT_ID, token),
        keysUrl: `${microsoft}/discovery/v2.0/keys`,
      },
      fetchProfile: microsoftProfile,
      user: microsoftUser,
    },
  }
}
