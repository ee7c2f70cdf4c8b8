// The pictures are those of simple-icons (CC0), which has none of Microsoft and LinkedIn.
import apple from './icons/apple.svg'
import discord from './icons/discord.svg'
import dropbox from './icons/dropbox.svg'
import facebook from './icons/facebook.svg'
import github from './icons/github.svg'
import gitlab from './icons/gitlab.svg'
import google from './icons/google.svg'
import kick from './icons/kick.svg'
import linkedin from './icons/linkedin.svg'
import microsoft from './icons/microsoft.svg'
import reddit from './icons/reddit.svg'
import roblox from './icons/roblox.svg'
import spotify from './icons/spotify.svg'
import tiktok from './icons/tiktok.svg'
import twitch from './icons/twitch.svg'
import twitter from './icons/twitter.svg'
import vk from './icons/vk.svg'
import zoom from './icons/zoom.svg'

/** Pictures of the providers by their id. */
export const providerIcons = {
  apple, discord, dropbox, facebook, github, gitlab, google, kick, linkedin, microsoft, reddit, roblox, spotify, tiktok,
  twitch, twitter, vk, zoom,
} // prettier-ignore
