"""The ICE edition."""
