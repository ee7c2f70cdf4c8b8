import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { isSameEmail } from '../../user/email.ts'
import { orNull, type ProfileAccess } from '../provider.ts'
import * as field from '../profile-fields.ts'

const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const isTenantId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const photoUrl = 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value'
const maxPhotoBytes = 8 * 1024

/** Each tenant has its own issuer, named by `tid`. `common` and `organizations` accept many. */
export function microsoftIssuer(tenant: string, claims: JWTPayload): string | null {
  const { tid } = claims
  if (typeof tid !== 'string' || !isTenantId.test(tid)) return null
  if (tenant === 'consumers' && tid !== personalTenant) return null
  if (tenant === 'organizations' && tid === personalTenant) return null
  if (isTenantId.test(tenant) && tid !== tenant.toLowerCase()) return null
  return `https://login.microsoftonline.com/${tid}/v2.0`
}

export async function microsoftProfile(access: ProfileAccess): Promise<unknown> {
  const claims = await access.claims()
  const headers = { authorization: `Bearer ${access.accessToken}` }
  const photo = await orNull(access.bytes(photoUrl, 'image/jpeg', { headers }))
  const isSmall = photo !== null && photo.length <= maxPhotoBytes
  return { ...claims, photo: isSmall ? `data:image/jpeg;base64,${photo.toString('base64')}` : null }
}

const addresses = z.array(z.string()).catch([])
// "Email domain owner verified", an optional claim that Microsoft also sends as text or a number.
const domainVerified = z
  .unknown()
  .optional()
  .transform((claim) => ['true', '1'].includes(String(claim)))

/** Administrators can set any `email`, so only Microsoft's own claims verify it. */
export const microsoftUser = z
  .object({
    sub: field.id,
    name: field.name,
    email: field.email,
    email_verified: field.claim,
    xms_edov: domainVerified,
    verified_primary_email: addresses,
    verified_secondary_email: addresses,
    photo: z.string().nullable(),
  })
  .transform(({ sub, name, email, photo, ...claims }) => ({
    id: sub,
    name,
    email,
    emailVerified:
      claims.email_verified ||
      claims.xms_edov ||
      [...claims.verified_primary_email, ...claims.verified_secondary_email].some((one) => isSameEmail(one, email)),
    image: photo,
  }))
