module bots/{{name}}

go 1.26.0

require couillon/bots v0.0.0

replace couillon/bots => ./sdk
