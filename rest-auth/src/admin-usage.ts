import { protections } from './adopt/losses.sql.ts'

/** Shown by `npm run admin`. */
export const usage = `Usage (uses the database of DATABASE_URL or DATA_DIR):
  npm run admin -- set-password --email ann@example.com [--replace] < file-with-the-password
  npm run admin -- end-sessions --email ann@example.com     signs the user out everywhere
  npm run admin -- add-member --organization <id> --email ann@example.com --role admin
  npm run admin -- create-organization --name "Acme" --slug acme --owner ann@example.com
  npm run admin -- operator add|remove --email ann@example.com
  npm run admin -- operator list                users who may run this installation, such as its registry of remotes
  npm run admin -- administrator add|remove --email ann@example.com [--reason …]
  npm run admin -- administrator list           users who may find, help, block and erase people
  npm run admin -- user find --email ann [--json]   people whose email starts with ann
  npm run admin -- user show --email ann@example.com [--json]
  npm run admin -- user export --email ann@example.com [--reason …] > ann.json   everything stored about a person
  npm run admin -- user erase --email ann@example.com [--reason …]
  npm run admin -- user reset-factors --email ann@example.com [--reason …]   for people who have lost every second factor
  npm run admin -- user ban|unban --email ann@example.com [--reason …] [--days 7]
  npm run admin -- service secret --name mf-invoices [--replace] < file-with-the-secret
                                                its service must authenticate at the token exchange
  npm run admin -- service grant|revoke --name mf-invoices
                                                lets its service read all organizations of its users
  npm run admin -- service list
  npm run admin -- webhook add --url https://siem.example.com/ [--events user.banned,operator.added]
                                                sends the events of the installation there (docs/webhooks.md)
  npm run admin -- webhook list
  npm run admin -- webhook remove --id <id>
  npm run admin -- keys rotate                  after a leak: ends all signing keys and the tokens that they signed
  npm run admin -- migrate [--dry-run]          updates the schema without starting the service, or lists pending migrations
  npm run admin -- backup --to /backups/monday  copies DATA_DIR while its PostgreSQL runs (not for DATABASE_URL)
  npm run admin -- adopt --schema better_auth [--time-zone UTC] [--accept ${protections.join(',')}]
                                                copies a better-auth database from that schema (docs/adopting.md)
  npm run admin -- adopt --schema public --list     lists what would not be copied
  npm run admin -- proofs list|withdraw         for databases adopted by 2.0.0: emails that count as proved without evidence
  npm run admin -- mail list [--state waiting|dead|expired|sent]
  npm run admin -- mail resend --number 17 | --all [--reason …]  queues dead-lettered emails again
  npm run admin -- mail drop --number 17 | --all [--reason …]    deletes dead-lettered emails
`
